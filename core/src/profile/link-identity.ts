import { isSsoUser } from '../account/index.ts';
import {
  type AuthorizeError,
  type AuthorizePorts,
  type AuthorizeRequest,
  authorize,
} from '../federation/index.ts';
import { err, type Result } from '../kernel/index.ts';
import { type FactorStore, type FreshSignInError, requireFreshSignIn } from '../mfa/index.ts';
import type { CurrentUser } from '../session/index.ts';

/** Why linking a provider cannot start. */
export type StartLinkError =
  | AuthorizeError
  | { readonly kind: 'user_sso_managed' }
  | FreshSignInError;

/**
 * Starts linking a provider to the user of a session, which must be fresh; only that session can finish it. A user with a
 * verified second factor must have used it. Errors: those of `authorize`; `user_sso_managed`, `insufficient_aal`,
 * `reauthentication_needed`. Source: docs/security.md#FD-5, docs/security.md#MF-6.
 */
export async function startLink(
  ports: AuthorizePorts & { readonly factors: FactorStore },
  settings: { readonly issuer: string },
  { user, session, ...request }: CurrentUser & Omit<AuthorizeRequest, 'linkTo'>,
): Promise<Result<string, StartLinkError>> {
  if (isSsoUser(user)) return err({ kind: 'user_sso_managed' });
  const allowed = await requireFreshSignIn(ports, { user, session });
  if (allowed.isErr()) return err(allowed.error);
  return authorize(ports, settings, { ...request, linkTo: session });
}
