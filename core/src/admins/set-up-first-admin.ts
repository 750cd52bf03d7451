import type { PasswordHasher, PasswordSettings } from '../account/index.ts';
import {
  constantTimeEqual,
  type EpochMs,
  err,
  hourMs,
  minuteMs,
  ok,
  type Result,
} from '../kernel/index.ts';
import { type LockoutStore, lockKeyOf } from '../lockout/index.ts';
import { type AttemptStore, type RateLimitError, rateLimitError } from '../rate-limit/index.ts';
import {
  logEvent,
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import {
  type AccountCredentials,
  type ConfirmedAccountError,
  makeConfirmedAccount,
} from './confirmed-account.ts';
import type { AdminStore, Appointment, SetupClosedError, SetupTokenStore } from './ports.ts';

/** The set-up token is wrong. */
interface SetupTokenError {
  /** Nothing was created; the token stays valid. */
  readonly kind: 'setup_token_wrong';
}

/** The ports for creating the first admin. */
export interface SetupPorts extends SecurityLogPorts {
  readonly admins: AdminStore;
  readonly setupTokens: SetupTokenStore;
  /** Counts the wrong tokens, by IP and in all. */
  readonly attempts: AttemptStore;
  /** Where an earlier lockout of the address is lifted. */
  readonly lockouts: LockoutStore;
  readonly passwords: PasswordHasher;
}

/** The form of the set-up page, and the request that it came in. */
export interface Setup extends AccountCredentials {
  /** The secret of the set-up link, as typed. */
  readonly token: string;
  /** IP and user agent, for the limit of attempts and the security log. */
  readonly context: RequestContext;
}

/** Why the first admin cannot be created. */
export type SetupError =
  | SetupClosedError
  | SetupTokenError
  | RateLimitError
  | ConfirmedAccountError;

/** Limits on wrong tokens per IP and in total. Source: docs/security.md#BT-3. */
const limits = [
  { scope: 'ip', maxAttempts: 10, windowMs: 15 * minuteMs },
  { scope: 'all', maxAttempts: 100, windowMs: hourMs },
] as const;

const keyOf = (scope: 'ip' | 'all', ip: string) =>
  scope === 'ip' ? `admin-setup:ip:${ip}` : 'admin-setup:all';

/** Counts the attempt before the token is checked, so that parallel attempts cannot exceed the limit. */
async function checkToken(
  ports: SetupPorts,
  token: string,
  ip: string,
  now: EpochMs,
): Promise<Result<void, SetupTokenError | RateLimitError>> {
  for (const { scope, maxAttempts, windowMs } of limits) {
    const limit = { maxAttempts, windowMs };
    const attempt = await ports.attempts.attempt(keyOf(scope, ip), limit, now);
    if (!attempt.allowed) {
      return err(rateLimitError(attempt.retryAfterMs));
    }
  }
  const expected = await ports.setupTokens.read();
  if (expected === undefined || !constantTimeEqual(token, expected)) {
    return err({ kind: 'setup_token_wrong' });
  }
  // Only wrong tokens count: the right one with a weak password may be tried again at once.
  for (const { scope } of limits) await ports.attempts.forgive(keyOf(scope, ip), now);
  return ok();
}

/**
 * Creates the first admin, once; starts no session. An account that has the address is taken over. Wrong tokens and the
 * new admin are recorded; other errors are not guesses, and would let anybody fill the log. Errors: `setup_closed` if
 * an admin exists, whatever the token; `setup_token_wrong`; `over_request_rate_limit`; those of a new account.
 * Source: docs/rules.md#2, docs/contract.md#3, docs/security.md#BT-1, docs/security.md#BT-2, docs/security.md#BT-3,
 * docs/security.md#BT-5.
 */
export async function setUpFirstAdmin(
  ports: SetupPorts,
  settings: PasswordSettings,
  { token: given, context, ...credentials }: Setup,
): Promise<Result<Appointment, SetupError>> {
  const now = ports.clock.now();
  if (await ports.admins.exists()) return err({ kind: 'setup_closed' });
  const token = await checkToken(ports, given, context.ip, now);
  if (token.isErr()) {
    const { kind } = token.error;
    if (kind === 'setup_token_wrong') {
      const details = { reason: kind, action: 'admin_setup' };
      logEventInBackground(ports, { actionType: 'auth_failure', context, details });
    }
    return err(token.error);
  }
  const user = await makeConfirmedAccount(ports, settings, credentials);
  if (user.isErr()) return err(user.error);
  const appointed = await ports.admins.appoint(user.value, true, now);
  if (appointed.isErr()) return err(appointed.error);
  // A stranger may have locked the address.
  await ports.lockouts.clear(lockKeyOf(user.value));
  await ports.setupTokens.remove();
  await logEvent(ports, {
    actionType: 'admin_setup',
    userId: appointed.value.user.id,
    context,
    details: { account: appointed.value.existed ? 'taken over' : 'created' },
  });
  return ok(appointed.value);
}
