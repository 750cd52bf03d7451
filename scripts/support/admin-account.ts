import {
  checkEmail,
  checkPhone,
  emailReasonsText,
  passwordFeedbackText,
} from '@coachsite/core/account';
import {
  banAccount,
  type ConfirmedAccountError,
  endSessions,
  resetFactorsOf,
  unbanAccount,
} from '@coachsite/core/admins';
import { lockKeyOf } from '@coachsite/core/lockout';
import { logEvent, type SecurityEventKind } from '@coachsite/core/security-log';
import type { Ports } from '@coachsite/server/compose';
import { ok, type Result } from 'neverthrow';
import { CommandError, UsageError } from './command.ts';
import { commandLineContext, withPorts } from './open-ports.ts';

/** Explains why an account was not created. */
export function explain(refusal: ConfirmedAccountError | { readonly kind: string }): CommandError {
  if ('reasons' in refusal && refusal.kind === 'invalid_email') {
    return new CommandError(`Invalid email: ${emailReasonsText(refusal.reasons)}`);
  }
  if ('feedback' in refusal) {
    const reasons = passwordFeedbackText(refusal.feedback);
    return new CommandError(`Weak password${reasons ? `: ${reasons}` : ' (8 to 128 characters)'}`);
  }
  return new CommandError(`The account was not created: ${refusal.kind.replaceAll('_', ' ')}`);
}

const isPhone = (recipient: string) => /^\d+$/.test(recipient);

/** An address, or a number as it is dialled. */
const nameOf = (recipient: string) => (isPhone(recipient) ? `+${recipient}` : recipient);

/** The error for an address or number without an account. */
export const noAccount = (recipient: string): CommandError =>
  new CommandError(`There is no account under ${nameOf(recipient)}`);

/** The error for what would leave the site without an admin who can sign in. */
export const lastAdmin = (recipient: string): CommandError =>
  new CommandError(
    `${nameOf(recipient)} is the last admin. Make another one first, or repeat with --force.`,
  );

/** Whose account is meant: the digits of `--phone`, or `--email` as it was given. */
export function recipientOf(
  email: string | undefined,
  phone: string | undefined,
): string | undefined {
  if (phone === undefined) return email;
  if (email !== undefined) throw new UsageError('Either --email or --phone');
  const digits = checkPhone(phone);
  if (digits.isErr()) throw new CommandError('Invalid phone number: give it as +32470111222');
  return digits.value;
}

/** Writes a change by the operator to the security log. */
export const record = (
  ports: Ports,
  actionType: SecurityEventKind,
  userId: string | undefined,
  details: { readonly change: string; readonly account?: string },
): Promise<void> =>
  logEvent(ports, { actionType, userId, context: commandLineContext, details: { ...details } });

const found = <T>(
  recipient: string,
  managed: Result<T, { readonly kind: 'user_not_found' }>,
): T => {
  if (managed.isErr()) throw noAccount(recipient);
  return managed.value;
};

const counted = (count: number, one: string, more = `${one}s`) =>
  `${count} ${count === 1 ? one : more}`;

/** Ends the lock of an account, or of an address or number that has none. */
export function unlock(recipient: string): Promise<void> {
  return withPorts(async (ports, config) => {
    const checked = isPhone(recipient) ? ok(recipient) : checkEmail(recipient);
    if (checked.isErr()) throw explain(checked.error);
    const who = checked.value;
    const user = await (isPhone(who) ? ports.users.byPhone(who) : ports.users.byEmail(who));
    const key = user ? lockKeyOf(user) : who;
    const lockoutMs = config.auth.lockoutSeconds * 1000;
    const wasLocked = await ports.lockouts.clear(key, lockoutMs, ports.clock.now());
    if (wasLocked) await record(ports, 'unlock', user?.id, { change: 'unlocked' });
    // The device that locked the account is not known, so all client rate limits are cleared; they protect nothing.
    await ports.attempts.clearClientRateLimits();
    console.log(`${nameOf(who)} ${wasLocked ? 'is unlocked' : 'was not locked'}`);
    console.log(
      'Every count of check_rate_limit is reset; sign-in pages that are open must be reloaded',
    );
  });
}

/** Removes the second factors of an account. */
export function resetFactors(recipient: string): Promise<void> {
  return withPorts(async (ports) => {
    const removed = found(recipient, await resetFactorsOf(ports, recipient, commandLineContext));
    console.log(
      removed === 0
        ? `${nameOf(recipient)} had no second factor`
        : `${nameOf(recipient)} signs in without a second factor now: ${counted(removed, 'factor')} removed`,
    );
  });
}

/** Bans an account; that of the last admin only with `force`. */
export function ban(recipient: string, force: boolean): Promise<void> {
  return withPorts(async (ports) => {
    const banned = await banAccount(ports, recipient, commandLineContext, force);
    if (banned.isErr()) {
      throw banned.error.kind === 'last_admin' ? lastAdmin(recipient) : noAccount(recipient);
    }
    console.log(`${nameOf(recipient)} is banned; all its sessions have ended`);
  });
}

/** Lifts the ban of an account. */
export function unban(recipient: string): Promise<void> {
  return withPorts(async (ports) => {
    const wasBanned = found(recipient, await unbanAccount(ports, recipient, commandLineContext));
    console.log(
      wasBanned ? `${nameOf(recipient)} may sign in again` : `${nameOf(recipient)} was not banned`,
    );
  });
}

/** Ends the sessions of one account, or of all. */
export function endAllSessions(recipient: string | undefined): Promise<void> {
  return withPorts(async (ports) => {
    const ended = found(recipient ?? '', await endSessions(ports, recipient, commandLineContext));
    const whose = recipient === undefined ? 'of all accounts' : `of ${nameOf(recipient)}`;
    console.log(`${counted(ended, 'session')} ${whose} ended`);
  });
}
