import { type Clock, elapsed, err, minuteMs, ok, type Result } from '../kernel/index.ts';
import { type FactorStore, type InsufficientAalError, requireSecondFactor } from '../mfa/index.ts';
import { assuranceLevel, type CurrentUser } from '../session/index.ts';

/** How young a session is that adds or removes a passkey without a second factor. */
const freshSessionMs = 10 * minuteMs;

/** Why a session may not add or remove a passkey. */
export type MayChangeError =
  | InsufficientAalError
  /** The user has to sign in again. */
  | { readonly kind: 'reauthentication_needed' };

/**
 * Whether this session may add or remove a passkey: one that used the second factor, where there is a verified one, else one
 * younger than ten minutes. Somebody with a stolen session must not make it last. Errors: `insufficient_aal`,
 * `reauthentication_needed`. Source: docs/security.md#PK-5.
 */
export async function requireFreshProof(
  ports: { readonly factors: Pick<FactorStore, 'ofUser'>; readonly clock: Clock },
  current: CurrentUser,
): Promise<Result<void, MayChangeError>> {
  const raised = await requireSecondFactor(ports, current);
  if (raised.isErr()) return err(raised.error);
  const { session } = current;
  if (assuranceLevel(session) === 'aal2') return ok();
  return elapsed(session.createdAt, ports.clock.now()) < freshSessionMs
    ? ok()
    : err({ kind: 'reauthentication_needed' });
}
