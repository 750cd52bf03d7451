import { err, ok, type Result } from 'neverthrow';
import type { OverloadedError, User } from '../account/index.ts';
import type { LastAdminError } from '../admins/index.ts';
import type { LockoutError } from '../lockout/index.ts';
import { hasVerifiedFactor } from '../mfa/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import { type AccountDataPorts, eraseAccount } from '../privacy/index.ts';
import type { RequestContext } from '../security-log/index.ts';
import { assuranceLevel, type Session } from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import { type CheckProofPorts, checkNonce, checkPassword } from './check-proof.ts';

/** Why an account is not closed. */
export type CloseAccountError =
  | LockoutError
  | OverloadedError
  | LastAdminError
  | { readonly kind: 'insufficient_aal' }
  | { readonly kind: 'reauthentication_needed' }
  | { readonly kind: 'reauthentication_not_valid' }
  | { readonly kind: 'invalid_credentials' };

/** That it is the owner who asks: the password, or the code that was sent for it. */
export interface CloseAccountProof {
  readonly password: string | undefined;
  readonly nonce: string | undefined;
}

/** What closing an account touches. */
export type CloseAccountPorts = AccountDataPorts &
  CheckProofPorts & { readonly messenger: AuthMessenger };

/**
 * Deletes the account of the person who is signed in to it, after one more proof, and says so by mail. A guess
 * counts towards the same lock as a sign-in. Source: docs/law-and-search.md#D51, docs/security.md#LK-14.
 */
export async function closeAccount(
  ports: CloseAccountPorts,
  settings: { readonly lockoutMs: number },
  { user, session }: { readonly user: User; readonly session: Session },
  proof: CloseAccountProof,
  language: MessageLanguage,
  context: RequestContext,
): Promise<Result<void, CloseAccountError>> {
  if (assuranceLevel(session) === 'aal1') {
    if (hasVerifiedFactor(await ports.factors.ofUser(user.id)))
      return err({ kind: 'insufficient_aal' });
  }
  const proved = await checkOwner(ports, settings, user, proof, context);
  if (proved.isErr()) return err(proved.error);
  const erased = await eraseAccount(ports, user.id, context);
  if (erased.isErr()) return err(erased.error);
  const { email } = user;
  if (email !== undefined) {
    const to = { to: email, language: languageOf(user, language) };
    await ports.messenger.send({ kind: 'account_deleted', ...to });
  }
  return ok();
}

async function checkOwner(
  ports: CloseAccountPorts,
  settings: { readonly lockoutMs: number },
  user: User,
  { password, nonce }: CloseAccountProof,
  context: RequestContext,
): Promise<Result<void, CloseAccountError>> {
  const action = 'close_account';
  if (nonce) return checkNonce(ports, settings, user, nonce, action, context);
  if (!password) return err({ kind: 'reauthentication_needed' });
  return checkPassword(ports, settings, user, password, action, context);
}
