import {
  checkEmail,
  checkNewPassword,
  confirmEmail,
  type EmailError,
  type OverloadedError,
  type PasswordHasher,
  type PasswordSettings,
  type User,
  type WeakPasswordError,
} from '../account/index.ts';
import { type Clock, err, type Ids, ok, type Result } from '../kernel/index.ts';
import { newEmailUser } from '../sign-in/index.ts';

/** The credentials of a new account. The password is used exactly as given. */
export interface AccountCredentials {
  /** As typed; checked and made canonical here. */
  readonly email: string;
  /** As typed; must pass the rules of a new password. */
  readonly password: string;
}

/** Why an account cannot be created. */
export type ConfirmedAccountError = EmailError | WeakPasswordError | OverloadedError;

/**
 * Creates, but does not store, an account whose e-mail address counts as confirmed: the holder of the set-up token or
 * the operator is trusted to know it. Errors: `invalid_email`, `weak_password`, `overloaded`. Source:
 * docs/rules.md#5, docs/security.md#PW-4, docs/security.md#PW-5.
 */
export async function makeConfirmedAccount(
  ports: { readonly passwords: PasswordHasher; readonly ids: Ids; readonly clock: Clock },
  { siteName, passwordRules }: PasswordSettings,
  credentials: AccountCredentials,
): Promise<Result<User, ConfirmedAccountError>> {
  const now = ports.clock.now();
  const email = checkEmail(credentials.email);
  if (email.isErr()) return err(email.error);
  const context = { email: email.value, siteName };
  const password = checkNewPassword(credentials.password, context, passwordRules);
  if (password.isErr()) return err(password.error);
  const hash = await ports.passwords.hash(password.value);
  if (hash.isErr()) return err(hash.error);
  const account = { email: email.value, passwordHash: hash.value, data: {}, now };
  return ok(confirmEmail(newEmailUser(ports, account), now));
}
