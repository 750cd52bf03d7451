import { err, ok, type Result } from '../kernel/index.ts';
import { assuranceLevel, type CurrentUser } from '../session/index.ts';
import { needsSecondFactor } from './factor.ts';
import type { FactorStore } from './ports.ts';

/** The user has a verified second factor that this session has not used. Source: docs/wire.md#6. */
export interface InsufficientAalError {
  /** The user has to verify a factor in this session and try again. */
  readonly kind: 'insufficient_aal';
}

/**
 * Rejects an `aal1` session if its user has a verified second factor. Errors: `insufficient_aal`. Source:
 * docs/security.md#MF-6.
 */
export async function requireSecondFactor(
  ports: { readonly factors: Pick<FactorStore, 'ofUser'> },
  { user, session }: CurrentUser,
): Promise<Result<void, InsufficientAalError>> {
  const aal = assuranceLevel(session);
  if (aal === 'aal2') return ok();
  return needsSecondFactor(aal, await ports.factors.ofUser(user.id))
    ? err({ kind: 'insufficient_aal' })
    : ok();
}
