import {
  canonicalEmail,
  checkEmail,
  type EmailError,
  isPhoneRecipient,
  type User,
  type UserStore,
  withoutPendingChanges,
} from '../account/index.ts';
import type { FlowStore } from '../federation/index.ts';
import { err, hourMs, ok, type Result } from '../kernel/index.ts';
import { isLocked, type LockoutPolicy, type LockoutStore, lockKeyOf } from '../lockout/index.ts';
import { type ResetFactorsPorts, resetFactors } from '../mfa/index.ts';
import type { TokenStore } from '../one-time-token/index.ts';
import { type PasskeyStore, resetPasskeys } from '../passkey/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import {
  logEvent,
  type RequestContext,
  type SecurityLogPorts,
  type ServerEvent,
} from '../security-log/index.ts';
import type { SessionStore } from '../session/index.ts';
import type { UnknownUserError } from './change-admins.ts';
import type { AdminStore, LastAdminError } from './ports.ts';

/** What every change to an account needs. */
type ManageAccountPorts = Omit<SecurityLogPorts, 'reportLostEvent'> & { readonly users: UserStore };

/** A ban lasts a hundred years, in milliseconds: `banned_until` must be a date. Source: docs/wire.md#2. */
const banMs = 100 * 365 * 24 * hourMs;

/** Which account is changed, and where the operator asked for it. */
interface AccountRequest {
  /** The e-mail address of the account, or its phone number as digits. */
  readonly recipient: string;
  readonly context: RequestContext;
}

/** The account of a recipient: an e-mail address, or the digits of a phone number. */
async function find(
  { users }: Pick<ManageAccountPorts, 'users'>,
  recipient: string,
): Promise<Result<User, UnknownUserError>> {
  const user = await (isPhoneRecipient(recipient)
    ? users.byPhone(recipient)
    : users.byEmail(canonicalEmail(recipient)));
  return user ? ok(user) : err({ kind: 'user_not_found' });
}

/** A change that the operator made, for the security log. */
type Change = Pick<ServerEvent, 'actionType' | 'userId' | 'context'> & { readonly change: string };

const record = (ports: ManageAccountPorts, { change, ...event }: Change) =>
  logEvent(ports, { ...event, details: { change } });

/**
 * Bans the account of an e-mail address or phone number and deletes its sessions, one-time tokens, authorization codes
 * and pending changes of address or number. Returns the account as it was before. Errors: `user_not_found`; `last_admin`
 * unless `force`. Source: docs/contract.md#1, docs/security.md#RB-4.
 */
export async function banAccount(
  ports: ManageAccountPorts & {
    readonly admins: AdminStore;
    readonly sessions: SessionStore;
    readonly tokens: TokenStore;
    readonly flows: FlowStore;
  },
  { recipient, force, context }: AccountRequest & { readonly force: boolean },
): Promise<Result<User, UnknownUserError | LastAdminError>> {
  const user = await find(ports, recipient);
  if (user.isErr()) return user;
  const { id } = user.value;
  // First, so that no sign-in reads the account as not banned once its sessions have ended.
  const banned = await ports.admins.ban(id, ports.clock.now() + banMs, force);
  if (banned.isErr()) return err(banned.error);
  await Promise.all([
    ports.sessions.removeOfUser(id),
    ports.tokens.clear(id),
    ports.flows.clearCodes(id),
    record(ports, { actionType: 'account_banned', userId: id, context, change: 'banned' }),
  ]);
  // Last, so that no session is left that could ask for another.
  await ports.users.change(id, withoutPendingChanges);
  return user;
}

/** Lifts a ban; returns whether there was one. Errors: `user_not_found`. */
export async function unbanAccount(
  ports: ManageAccountPorts,
  { recipient, context }: AccountRequest,
): Promise<Result<boolean, UnknownUserError>> {
  const user = await find(ports, recipient);
  if (user.isErr()) return err(user.error);
  const { id, bannedUntil } = user.value;
  if (bannedUntil === undefined) return ok(false);
  await Promise.all([
    ports.users.change(id, (current) => ({ ...current, bannedUntil: undefined })),
    record(ports, { actionType: 'account_unbanned', userId: id, context, change: 'unbanned' }),
  ]);
  return ok(true);
}

/**
 * Ends all sessions of the account with this e-mail address or phone number, or of all accounts if none is given. Also
 * deletes codes that would start a session, and pending changes of address or number. Returns the number of sessions.
 * Errors: `user_not_found`. Source: docs/security.md#SE-7.
 */
export async function endSessions(
  ports: ManageAccountPorts & { readonly sessions: SessionStore; readonly flows: FlowStore },
  {
    recipient,
    context,
  }: { readonly recipient: string | undefined; readonly context: RequestContext },
): Promise<Result<number, UnknownUserError>> {
  const user = recipient === undefined ? ok(undefined) : await find(ports, recipient);
  if (user.isErr()) return err(user.error);
  const id = user.value?.id;
  const change = id === undefined ? 'all sessions of all accounts ended' : 'all sessions ended';
  const [ended] = await Promise.all([
    id === undefined ? ports.sessions.removeAll() : ports.sessions.removeOfUser(id),
    id === undefined ? ports.flows.clearAllCodes() : ports.flows.clearCodes(id),
    record(ports, { actionType: 'session_revoked', userId: id, context, change }),
  ]);
  if (id !== undefined) await ports.users.change(id, withoutPendingChanges);
  return ok(ended);
}

/**
 * Ends the lockout of an account, or of a recipient without one; returns whether there was one. Nobody knows which
 * device locked it, so all client rate limits are cleared too; they protect nothing. Errors: `invalid_email`.
 */
export async function unlockAccount(
  ports: ManageAccountPorts & {
    readonly lockouts: LockoutStore;
    readonly attempts: AttemptStore;
  },
  { lockout }: { readonly lockout: LockoutPolicy },
  { recipient, context }: AccountRequest,
): Promise<Result<boolean, EmailError>> {
  const checked = isPhoneRecipient(recipient) ? ok(recipient) : checkEmail(recipient);
  if (checked.isErr()) return err(checked.error);
  const user = (await find(ports, checked.value)).unwrapOr(undefined);
  const key = user ? lockKeyOf(user) : checked.value;
  const cleared = await ports.lockouts.clear(key);
  const wasLocked = isLocked(cleared, lockout, ports.clock.now());
  if (wasLocked) {
    await record(ports, { actionType: 'unlock', userId: user?.id, context, change: 'unlocked' });
  }
  await ports.attempts.clearClientRateLimits();
  return ok(wasLocked);
}

/** How many of each were removed. */
export interface ResetCounts {
  /** Verified ones. */
  readonly factors: number;
  readonly passkeys: number;
}

/**
 * Removes every second factor and every passkey of the account of an e-mail address or phone number, for a user who has lost
 * the device. Errors: `user_not_found`. Source: docs/security.md#PK-7.
 */
export async function resetFactorsOf(
  ports: ManageAccountPorts & ResetFactorsPorts & { readonly passkeys: PasskeyStore },
  { recipient, context }: AccountRequest,
): Promise<Result<ResetCounts, UnknownUserError>> {
  const user = await find(ports, recipient);
  if (user.isErr()) return err(user.error);
  const request = { user: user.value, context };
  return ok({
    factors: await resetFactors(ports, request),
    passkeys: await resetPasskeys(ports, request),
  });
}
