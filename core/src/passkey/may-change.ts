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
import { assuranceLevel, type CurrentUser, type Session } from '../session/index.ts';

/** How long after its last proof a session may add or remove a passkey. */
const freshProofMs = 10 * minuteMs;

/** When the user of a session last proved something in it: signed in, or typed the code of a second factor. */
const provedAt = ({ createdAt, amr }: Session): EpochMs =>
  amr
    .filter((entry) => assuranceLevel({ amr: [entry] }) === 'aal2')
    .reduce((latest, { at }) => Math.max(latest, at), createdAt);

/** Why a session may not add or remove a passkey. */
export type MayChangeError =
  | InsufficientAalError
  /** The user has to sign in again. */
  | { readonly kind: 'reauthentication_needed' };

/**
 * Whether this session may add or remove a passkey: its user signed in, or used the second factor, less than ten minutes ago,
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
