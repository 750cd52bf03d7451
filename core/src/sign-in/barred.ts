import { isBanned, isConfirmed, type User } from '../account/index.ts';
import type { EpochMs } from '../kernel/index.ts';

/** Why somebody who proved to own an account cannot sign in to it. */
export type BarredError =
  | { readonly kind: 'user_banned' }
  | { readonly kind: 'email_not_confirmed' }
  | { readonly kind: 'phone_not_confirmed' };

/** What keeps the owner of an account out; told only after the proof, as it says that there is an account. Source: docs/wire.md#4.2. */
export function barredError(user: User, now: EpochMs): BarredError | undefined {
  if (isBanned(user, now)) return { kind: 'user_banned' };
  if (isConfirmed(user)) return undefined;
  return { kind: user.email === undefined ? 'phone_not_confirmed' : 'email_not_confirmed' };
}
