import { canonicalEmail } from '@coachsite/core/account';
import {
  banAccount,
  endSessions,
  resetFactorsOf,
  unbanAccount,
  unlockAccount,
} from '@coachsite/core/admins';
import { defaultLockout } from '@coachsite/core/defaults';
import type { Result } from 'neverthrow';
import { CommandError } from './command.ts';
import { explain } from './explain.ts';
import { commandLineContext, withPorts } from './open-ports.ts';
import { type FindRecipient, nameOf } from './recipient.ts';
import { counted } from './words.ts';

/** The error for an address or number without an account. */
export const noAccount = (recipient: string): CommandError =>
  new CommandError(`There is no account under ${nameOf(recipient)}`);

/** The error for what would leave the site without an admin who can sign in. */
export const lastAdmin = (recipient: string): CommandError =>
  new CommandError(
    `${nameOf(recipient)} is the last admin. Make another one first, or repeat with --force.`,
  );

/** A request of the command line about an account. */
const about = <Recipient>(recipient: Recipient) => ({ recipient, context: commandLineContext });

const found = <T>(
  recipient: string,
  managed: Result<T, { readonly kind: 'user_not_found' }>,
): T => {
  if (managed.isErr()) throw noAccount(recipient);
  return managed.value;
};

/** Ends the lock of an account, or of an address or number that has none. */
export function unlock(find: FindRecipient): Promise<void> {
  return withPorts(async (ports, config) => {
    const recipient = await find(ports);
    const lockout = { ...defaultLockout, lockoutMs: config.auth.lockoutSeconds * 1000 };
    const unlocked = await unlockAccount(ports, { lockout }, about(recipient));
    if (unlocked.isErr()) throw explain(unlocked.error);
    console.log(
      `${nameOf(canonicalEmail(recipient))} ${unlocked.value ? 'is unlocked' : 'was not locked'}`,
    );
    console.log(
      'Every count of check_rate_limit is reset; sign-in pages that are open must be reloaded',
    );
  });
}

/** Removes the second factors and the passkeys of an account. */
export function resetFactors(find: FindRecipient): Promise<void> {
  return withPorts(async (ports) => {
    const recipient = await find(ports);
    const { factors, passkeys } = found(recipient, await resetFactorsOf(ports, about(recipient)));
    const removed = `${counted(factors, 'factor')} and ${counted(passkeys, 'passkey')} removed`;
    const isAny = factors + passkeys > 0;
    const outcome = isAny ? `signs in without: ${removed}` : 'had no second factor and no passkey';
    console.log(`${nameOf(recipient)} ${outcome}`);
  });
}

/** Bans an account; that of the last admin only with `force`. */
export function ban(find: FindRecipient, force: boolean): Promise<void> {
  return withPorts(async (ports) => {
    const recipient = await find(ports);
    const banned = await banAccount(ports, { ...about(recipient), force });
    if (banned.isErr()) {
      throw banned.error.kind === 'last_admin' ? lastAdmin(recipient) : noAccount(recipient);
    }
    console.log(`${nameOf(recipient)} is banned; all its sessions have ended`);
  });
}

/** Lifts the ban of an account. */
export function unban(find: FindRecipient): Promise<void> {
  return withPorts(async (ports) => {
    const recipient = await find(ports);
    const wasBanned = found(recipient, await unbanAccount(ports, about(recipient)));
    console.log(
      wasBanned ? `${nameOf(recipient)} may sign in again` : `${nameOf(recipient)} was not banned`,
    );
  });
}

/** Ends the sessions of one account, or of all. */
export function endAllSessions(find: FindRecipient | undefined): Promise<void> {
  return withPorts(async (ports) => {
    const recipient = await find?.(ports);
    const ended = found(recipient ?? '', await endSessions(ports, about(recipient)));
    const whose = recipient === undefined ? 'of all accounts' : `of ${nameOf(recipient)}`;
    console.log(`${counted(ended, 'session')} ${whose} ended`);
  });
}
