import { err, ok, type Result } from 'neverthrow';
import type { OverloadedError, PasswordHasher, User } from '../account/index.ts';
import type { LastAdminError } from '../admins/index.ts';
import type { Digest } from '../kernel/index.ts';
import type { LockoutError, LockoutStore } from '../lockout/index.ts';
import { hasVerifiedFactor } from '../mfa/index.ts';
import {
  type AuthMessenger,
  type MessageLanguage,
  matchesCode,
  type TokenStore,
} from '../one-time-token/index.ts';
import { type AccountDataPorts, eraseAccount } from '../privacy/index.ts';
import { type Caller, recordEvent } from '../security-log/index.ts';
import { assuranceLevel, type Session } from '../session/index.ts';
import { languageOf, lockedError } from '../sign-in/index.ts';

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
export type CloseAccountPorts = AccountDataPorts & {
  readonly passwords: PasswordHasher;
  readonly lockouts: LockoutStore;
  readonly tokens: TokenStore;
  readonly messenger: AuthMessenger;
  readonly digest: Digest;
};

/**
 * Deletes the account of the person who is signed in to it, after one more proof, and says so by mail. A password
 * counts towards the same lock as a sign-in. Source: legal reference D51; LK-14.
 */
export async function closeAccount(
  ports: CloseAccountPorts,
  settings: { readonly lockoutMs: number },
  { user, session }: { readonly user: User; readonly session: Session },
  proof: CloseAccountProof,
  language: MessageLanguage,
  caller: Caller,
): Promise<Result<void, CloseAccountError>> {
  if (assuranceLevel(session) === 'aal1') {
    if (hasVerifiedFactor(await ports.factors.ofUser(user.id)))
      return err({ kind: 'insufficient_aal' });
  }
  const proved = await prove(ports, settings, user, proof, caller);
  if (proved.isErr()) return err(proved.error);
  const erased = await eraseAccount(ports, user.id, caller);
  if (erased.isErr()) return err(erased.error);
  const { email } = user;
  if (email !== undefined) {
    const to = { to: email, language: languageOf(user, language) };
    await ports.messenger.send({ kind: 'account_deleted', ...to });
  }
  return ok();
}

async function prove(
  ports: CloseAccountPorts,
  { lockoutMs }: { readonly lockoutMs: number },
  user: User,
  { password, nonce }: CloseAccountProof,
  caller: Caller,
): Promise<Result<void, CloseAccountError>> {
  const key = user.email ?? user.phone ?? user.id;
  const now = ports.clock.now();
  if (nonce) {
    const matches = matchesCode(nonce, ports.digest);
    const taken = await ports.tokens.takeByCode(key, ['reauthentication'], matches, now);
    return taken?.userId === user.id ? ok() : err({ kind: 'reauthentication_not_valid' });
  }
  if (!password) return err({ kind: 'reauthentication_needed' });
  const reserved = await ports.lockouts.reserve(key, lockoutMs, now);
  if (reserved.locked) return err(lockedError(reserved.until, now));
  const check = await ports.passwords.verify(password, user.passwordHash);
  if (check.isErr()) {
    await ports.lockouts.release(key);
    return err(check.error);
  }
  if (!check.value.matches) {
    const details = { reason: 'invalid_credentials', action: 'close_account' };
    recordEvent(ports, { actionType: 'auth_failure', userId: user.id, caller, details });
    return err({ kind: 'invalid_credentials' });
  }
  await ports.lockouts.clear(key, lockoutMs, now);
  return ok();
}
