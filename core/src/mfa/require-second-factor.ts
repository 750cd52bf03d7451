import { err, ok, type Result } from '../kernel/index.ts';
import { type CurrentUser, provenLevel } from '../session/index.ts';
import { hasVerifiedFactor } from './factor.ts';
import type { FactorStore } from './ports.ts';

/** The user has a verified second factor that this session has not used. Source: docs/wire.md#6. */
export interface InsufficientAalError {
  /** The user has to verify a factor in this session and try again. */
  readonly kind: 'insufficient_aal';
}

/**
 * Rejects a session that proves one factor if its user has a verified second one. Errors: `insufficient_aal`. Source:
 * docs/security.md#MF-6, docs/security.md#PK-6.
 */
export async function requireSecondFactor(
  ports: { readonly factors: Pick<FactorStore, 'ofUser'> },
  { user, session }: CurrentUser,
): Promise<Result<void, InsufficientAalError>> {
  if (provenLevel(session) === 'aal2') return ok();
  return hasVerifiedFactor(await ports.factors.ofUser(user.id))
    ? err({ kind: 'insufficient_aal' })
    : ok();
}
