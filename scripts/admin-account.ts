import { checkEmail, emailReasonsText, passwordFeedbackText } from '@coachsite/core/account';
import {
  banAccount,
  type ConfirmedAccountError,
  endSessions,
  resetFactorsOf,
  unbanAccount,
} from '@coachsite/core/admins';
import { logEvent, type SecurityEventKind } from '@coachsite/core/security-log';
import type { Ports } from '@coachsite/server/compose';
import type { Result } from 'neverthrow';
import { CommandError } from './command.ts';
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

/** The error for an address without an account. */
export const noAccount = (email: string): CommandError =>
  new CommandError(`There is no account under ${email}`);

/** Writes a change by the operator to the security log. */
export const record = (
  ports: Ports,
  actionType: SecurityEventKind,
  userId: string | undefined,
  details: { readonly change: string; readonly account?: string },
): Promise<void> =>
  logEvent(ports, { actionType, userId, context: commandLineContext, details: { ...details } });

const found = <T>(email: string, managed: Result<T, { readonly kind: 'user_not_found' }>): T => {
  if (managed.isErr()) throw noAccount(email);
  return managed.value;
};

const counted = (count: number, one: string, more = `${one}s`) =>
  `${count} ${count === 1 ? one : more}`;

/** Ends the lock of an account. */
export function unlock(address: string): Promise<void> {
  return withPorts(async (ports, config) => {
    const email = checkEmail(address);
    if (email.isErr()) throw explain(email.error);
    const lockoutMs = config.auth.lockoutSeconds * 1000;
    const wasLocked = await ports.lockouts.clear(email.value, lockoutMs, ports.clock.now());
    if (wasLocked) {
      const user = await ports.users.byEmail(email.value);
      await record(ports, 'unlock', user?.id, { change: 'unlocked' });
    }
    // The device that locked the account is not known, so all client rate limits are cleared; they protect nothing.
    await ports.attempts.clearClientRateLimits();
    console.log(wasLocked ? `${email.value} is unlocked` : `${email.value} was not locked`);
    console.log(
      'Every count of check_rate_limit is reset; sign-in pages that are open must be reloaded',
    );
  });
}

/** Removes the second factors of an account. */
export function resetFactors(email: string): Promise<void> {
  return withPorts(async (ports) => {
    const removed = found(email, await resetFactorsOf(ports, email, commandLineContext));
    console.log(
      removed === 0
        ? `${email} had no second factor`
        : `${email} signs in without a second factor now: ${counted(removed, 'factor')} removed`,
    );
  });
}

/** Bans an account. */
export function ban(email: string): Promise<void> {
  return withPorts(async (ports) => {
    found(email, await banAccount(ports, email, commandLineContext));
    console.log(`${email} is banned; all its sessions have ended`);
  });
}

/** Lifts the ban of an account. */
export function unban(email: string): Promise<void> {
  return withPorts(async (ports) => {
    const wasBanned = found(email, await unbanAccount(ports, email, commandLineContext));
    console.log(wasBanned ? `${email} may sign in again` : `${email} was not banned`);
  });
}

/** Ends the sessions of one account, or of all. */
export function endAllSessions(email: string | undefined): Promise<void> {
  return withPorts(async (ports) => {
    const ended = found(email ?? '', await endSessions(ports, email, commandLineContext));
    const whose = email === undefined ? 'of all accounts' : `of ${email}`;
    console.log(`${counted(ended, 'session')} ${whose} ended`);
  });
}
