import {
  type Clock,
  type EpochMs,
  elapsed,
  err,
  minuteMs,
  ok,
  type Result,
} from '../kernel/index.ts';
import { type FactorStore, type InsufficientAalError, requireSecondFactor } from '../mfa/index.ts';
import type { CurrentUser, Session } from '../session/index.ts';

/** How long after its last proof a session may add or remove a passkey. */
const freshProofMs = 10 * minuteMs;

/** When the user of a session last proved something in it: signed in, or typed a code. */
const provedAt = ({ createdAt, amr }: Session): EpochMs =>
  Math.max(createdAt, ...amr.map(({ at }) => at));

/** Why a session may not add or remove a passkey. */
export type MayChangeError =
  | InsufficientAalError
  /** The user has to sign in again. */
  | { readonly kind: 'reauthentication_needed' };

/**
 * Whether this session may add or remove a passkey: its user signed in, or typed a code, less than ten minutes ago,
 * and used that factor where there is a verified one. Somebody with a stolen session must not make it last. Errors:
 * `insufficient_aal`, `reauthentication_needed`. Source: docs/security.md#PK-5.
 */
export async function requireFreshProof(
  ports: { readonly factors: Pick<FactorStore, 'ofUser'>; readonly clock: Clock },
  current: CurrentUser,
): Promise<Result<void, MayChangeError>> {
  const raised = await requireSecondFactor(ports, current);
  if (raised.isErr()) return err(raised.error);
  return elapsed(provedAt(current.session), ports.clock.now()) < freshProofMs
    ? ok()
    : err({ kind: 'reauthentication_needed' });
}
