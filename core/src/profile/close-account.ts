import type { OverloadedError } from '../account/index.ts';
import type { LastAdminError } from '../admins/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import type { LockoutError, LockoutPolicy } from '../lockout/index.ts';
import { type InsufficientAalError, requireSecondFactor } from '../mfa/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import { type AccountDataPorts, eraseAccount } from '../privacy/index.ts';
import type { RateLimitError } from '../rate-limit/index.ts';
import type { RequestContext } from '../security-log/index.ts';
import { type CurrentUser, changeWhileSignedIn, type SignInEndedError } from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import { type CheckProofPorts, checkNonce, checkPassword } from './check-proof.ts';

/** Why an account cannot be closed. */
export type CloseAccountError =
  | SignInEndedError
  | LockoutError
  | RateLimitError
  | OverloadedError
  | LastAdminError
  | InsufficientAalError
  | { readonly kind: 'reauthentication_needed' }
  | { readonly kind: 'reauthentication_not_valid' }
  | { readonly kind: 'invalid_credentials' };

/** The account to close; the password, or a code that was sent for this, authorises it. */
export interface CloseAccountRequest extends CurrentUser {
  /** As typed; `undefined` when a code is given. */
  readonly password: string | undefined;
  /** The code that was sent; `undefined` when a password is given. */
  readonly nonce: string | undefined;
  /** Used for the confirmation if the account has none. */
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

/** The ports for closing an account. */
export type CloseAccountPorts = AccountDataPorts &
  CheckProofPorts & { readonly messenger: AuthMessenger };

/**
 * Deletes the account of the current user after reauthentication, and confirms it by mail. Wrong guesses count towards
 * the same lockout as at sign-in. Errors: those of `CloseAccountError`; `reauthentication_needed` without password and
 * code. Source: docs/law-and-search.md#D51, docs/security.md#LK-14.
 */
export async function closeAccount(
  ports: CloseAccountPorts,
  settings: { readonly lockout: LockoutPolicy },
  request: CloseAccountRequest,
): Promise<Result<void, CloseAccountError>> {
  const { user, language, context } = request;
  const allowed = await requireSecondFactor(ports, request);
  if (allowed.isErr()) return err(allowed.error);
  const proved = await checkOwner(ports, settings, request);
  if (proved.isErr()) return err(proved.error);
  // Somebody who took the account over while the password was checked keeps it.
  const still = await changeWhileSignedIn(ports, { ...request, rule: (current) => current });
  if (still.isErr() || !still.value) return err({ kind: 'session_not_found' });
  const erased = await eraseAccount(ports, { user: still.value, context });
  if (erased.isErr()) return err(erased.error);
  const { email } = user;
  if (email !== undefined) {
    const to = { to: email, language: languageOf(ports.messenger, user, language) };
    await ports.messenger.send({ kind: 'account_deleted', ...to });
  }
  return ok();
}

async function checkOwner(
  ports: CloseAccountPorts,
  settings: { readonly lockout: LockoutPolicy },
  { user, password, nonce, context }: CloseAccountRequest,
): Promise<Result<void, CloseAccountError>> {
  const action = 'close_account';
  if (nonce) return checkNonce(ports, settings, { user, nonce, action, context });
  if (!password) return err({ kind: 'reauthentication_needed' });
  return checkPassword(ports, settings, { user, password, action, context });
}
