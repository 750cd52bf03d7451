import { isBanned, type User } from '../account/index.ts';
import { type Err, err, ok, type Result } from '../kernel/index.ts';
import { isLocked, lockKeyOf } from '../lockout/index.ts';
import {
  countCode,
  isCodeOnly,
  linkHashOf,
  matchesCode,
  type OneTimeToken,
  slotsOf,
  type VerifyType,
} from '../one-time-token/index.ts';
import type { RateLimitError } from '../rate-limit/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityEventKind,
} from '../security-log/index.ts';
import type { AmrMethod } from '../session/index.ts';
import { noticeOfNewPhone } from './notice-of-new-phone.ts';
import { isStillFor, redeemToken } from './redeem-token.ts';
import { languageOf } from './send-link.ts';
import type { SignInPorts, SignInSettings } from './settings.ts';

/**
 * Why a code or link is rejected. Unknown, used, expired and wrong ones give the same error. Source:
 * docs/security.md#LN-1.
 */
export type VerifyError =
  | RateLimitError
  | { readonly kind: 'otp_expired'; readonly of: 'code' | 'link' }
  | { readonly kind: 'user_banned' }
  | { readonly kind: 'email_exists' }
  | { readonly kind: 'phone_exists' };

/**
 * The result of a verification: an authenticated user, or the first of the two confirmations of a change of address.
 */
export type Verified =
  | { readonly kind: 'user'; readonly user: User; readonly token: OneTimeToken }
  | { readonly kind: 'half_confirmed'; readonly token: OneTimeToken };

/** A code with the address or number it was sent to, or the token of a link. */
export type Proof =
  | { readonly type: VerifyType; readonly recipient: string; readonly code: string }
  | { readonly type: VerifyType; readonly linkToken: string };

/** It starts no session. */
type VerifyPorts = Omit<SignInPorts, 'passwords' | 'sessions' | 'signer' | 'random'>;

/** The AMR method recorded for a client with a challenge. Source: docs/wire.md#2. */
export function amrOfLink(token: OneTimeToken): AmrMethod {
  const { type } = token;
  if (type === 'signup') return 'email/signup';
  return isCodeOnly(type) ? 'otp' : type;
}

/**
 * Redeems a token: confirms the address, signs in, or completes one step of a change of address. A success clears a
 * lockout and all other tokens of the user. Errors: `otp_expired`, also for one that is unknown, used or wrong;
 * `over_request_rate_limit`, `user_banned`; `email_exists` or `phone_exists` if another account has it by now. Source:
 * docs/wire.md#4.4, docs/security.md#LK-5, docs/security.md#LN-1, docs/security.md#LN-2.
 */
export async function verify(
  ports: VerifyPorts,
  settings: Pick<SignInSettings, 'lockout'>,
  { context, ...proof }: Proof & { readonly context: RequestContext },
): Promise<Result<Verified, VerifyError>> {
  const now = ports.clock.now();
  const slots = slotsOf(proof.type);
  const of = 'code' in proof ? 'code' : 'link';
  const counted = 'code' in proof ? await countCode(ports, proof) : ok(undefined);
  if (counted.isErr()) return err(counted.error);
  const token = await ('code' in proof
    ? ports.tokens.takeByCode(proof.recipient, slots, matchesCode(proof.code, ports.digest), now)
    : ports.tokens.takeByLink(linkHashOf(proof.linkToken, ports.digest), slots, now));
  const user = token && (await ports.users.byId(token.userId));
  const expired = (): Err<never, VerifyError> => {
    const details = { reason: 'otp_expired', type: proof.type };
    logEventInBackground(ports, { actionType: 'auth_failure', context, details });
    return err({ kind: 'otp_expired', of });
  };
  if (!token || !user) return expired();
  await counted.value?.();
  if (isBanned(user, now)) return err({ kind: 'user_banned' });
  const identityId = ports.ids.uuid();
  let isFor = false;
  const changed = await ports.users.change(user.id, (current) => {
    isFor = current.securityStamp === token.securityStamp && isStillFor(current, token);
    return isFor ? redeemToken(current, token, identityId, now) : current;
  });
  if (changed.isErr()) {
    return err({ kind: token.type === 'phone_change' ? 'phone_exists' : 'email_exists' });
  }
  if (!changed.value || !isFor) return expired();
  if (changed.value.emailChangeConfirmedBy !== undefined && token.type === 'email_change') {
    return ok({ kind: 'half_confirmed', token });
  }
  await afterVerification(ports, settings, { before: user, after: changed.value, token, context });
  return ok({ kind: 'user', user: changed.value, token });
}

/** Clears the lockout and all tokens, notifies of a change of e-mail or phone, and logs the event. */
async function afterVerification(
  ports: VerifyPorts,
  settings: Pick<SignInSettings, 'lockout'>,
  {
    before,
    after,
    token,
    context,
  }: {
    readonly before: User;
    readonly after: User;
    readonly token: OneTimeToken;
    readonly context: RequestContext;
  },
): Promise<void> {
  const now = ports.clock.now();
  const moved = before.email !== after.email;
  const movedPhone = before.phone !== after.phone;
  const keys = new Set([lockKeyOf(before), lockKeyOf(after)]);
  const cleared = Promise.all([...keys].map((key) => ports.lockouts.clear(key)));
  const [lockouts] = await Promise.all([
    cleared,
    ports.tokens.clear(after.id),
    moved && before.email !== undefined
      ? ports.messenger.send({
          kind: 'email_changed',
          to: before.email,
          language: languageOf(ports.messenger, after),
        })
      : undefined,
    movedPhone ? noticeOfNewPhone(ports, after) : undefined,
  ]);
  const event = { userId: after.id, context, details: { type: token.type } };
  const actionType: SecurityEventKind = moved
    ? 'email_change'
    : movedPhone
      ? 'phone_change'
      : token.type === 'recovery'
        ? 'recovery'
        : 'auth_success';
  logEventInBackground(ports, { ...event, actionType });
  if (lockouts.some((record) => isLocked(record, settings.lockout, now)))
    logEventInBackground(ports, { ...event, actionType: 'unlock' });
}
