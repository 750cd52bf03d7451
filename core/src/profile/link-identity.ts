import { err, type Result } from 'neverthrow';
import { isSsoUser } from '../account/index.ts';
import {
  type AuthorizeError,
  type AuthorizePorts,
  type AuthorizeRequest,
  authorize,
} from '../federation/index.ts';
import type { CurrentUser } from '../session/index.ts';

/** Why a user is not sent to a provider to link it. */
export type StartLinkError = AuthorizeError | { readonly kind: 'user_sso_managed' };

/**
 * Begins to link a provider to the user of a session; that session gets it and no other. Source: docs/security.md#FD-5.
 */
export async function startLink(
  ports: AuthorizePorts,
  settings: { readonly issuer: string },
  { user, session, ...request }: CurrentUser & Omit<AuthorizeRequest, 'linkTo'>,
): Promise<Result<string, StartLinkError>> {
  if (isSsoUser(user)) return err({ kind: 'user_sso_managed' });
  return authorize(ports, settings, { ...request, linkTo: session });
}
