import { err, ok, type Result, type UserId } from '../kernel/index.ts';
import type { RoleStore } from '../roles/index.ts';

/** An admin whose authenticator asked for no PIN, finger or face. */
export interface UserVerificationError {
  /** A passkey that anybody who holds the authenticator can use does not admit an admin. */
  readonly kind: 'user_verification_required';
}

/** Requires of an admin that the authenticator verified its user. Errors: `user_verification_required`. Source: docs/security.md#PK-6. */
export async function requireVerifiedAdmin(
  ports: { readonly roles: RoleStore },
  userId: UserId,
  isUserVerified: boolean,
): Promise<Result<void, UserVerificationError>> {
  if (isUserVerified || !(await ports.roles.rolesOf(userId)).includes('admin')) return ok();
  return err({ kind: 'user_verification_required' });
}
