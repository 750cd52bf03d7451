import { type Clock, err, ok, type Result } from '../kernel/index.ts';
import { type CurrentUser, isFreshSignIn } from '../session/index.ts';
import type { FactorStore } from './ports.ts';
import { type InsufficientAalError, requireSecondFactor } from './require-second-factor.ts';

/** Why a session may not change how its account is signed in to. */
export type FreshSignInError =
  | InsufficientAalError
  /** The user has to sign in again. */
  | { readonly kind: 'reauthentication_needed' };

/**
 * Whether this session may change how its account is signed in to, with a passkey, a provider or a number: its user signed in,
 * or typed a code, less than ten minutes ago, and used the second factor where there is a verified one. Somebody with a
 * stolen session must not make it last. An anonymous user cannot sign in again, and is asked nothing. Errors:
 * `insufficient_aal`, `reauthentication_needed`. Source: docs/security.md#PK-5, docs/security.md#FD-5.
 */
export async function requireFreshSignIn(
  ports: { readonly factors: Pick<FactorStore, 'ofUser'>; readonly clock: Clock },
  current: CurrentUser,
): Promise<Result<void, FreshSignInError>> {
  const raised = await requireSecondFactor(ports, current);
  if (raised.isErr()) return err(raised.error);
  const { user, session } = current;
  return user.isAnonymous || isFreshSignIn(session, ports.clock.now())
    ? ok()
    : err({ kind: 'reauthentication_needed' });
}
