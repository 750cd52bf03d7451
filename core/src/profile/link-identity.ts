import { err, type Result } from 'neverthrow';
import { isSsoUser } from '../account/index.ts';
import {
  type AuthorizeError,
  type AuthorizePorts,
  type AuthorizeRequest,
  authorize,
} from '../federation/index.ts';
import type { CurrentUser } from '../session/index.ts';

/** Why linking a provider cannot start. */
export type StartLinkError = AuthorizeError | { readonly kind: 'user_sso_managed' };

/**
 * Starts linking a provider to the user of a session; only that session can finish it. Source: docs/security.md#FD-5.
 */
export async function startLink(
  ports: AuthorizePorts,
  settings: { readonly issuer: string },
  { user, session, ...request }: CurrentUser & Omit<AuthorizeRequest, 'linkTo'>,
): Promise<Result<string, StartLinkError>> {
  if (isSsoUser(user)) return err({ kind: 'user_sso_managed' });
  return authorize(ports, settings, { ...request, linkTo: session });
}
