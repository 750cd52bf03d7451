import type { User } from '../account/index.ts';
import { constantTimeEqual, err, ok, type Result, toHex } from '../kernel/index.ts';
import { type FreshSignInError, requireFreshSignIn } from '../mfa/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import { type GrantedSession, type Session, startSession } from '../session/index.ts';
import type { LinkRequest } from '../sign-in/index.ts';
import {
  type AccountError,
  type AccountPorts,
  type AccountSettings,
  accountAtProvider,
} from './account-at-provider.ts';
import { type LinkError, linkIdentity } from './link-identity.ts';
import type { IdTokenVerificationError, OidcClient } from './ports.ts';
import { type NoSubjectError, readClaims } from './provider.ts';

/** Why a sign-in with an ID token fails. Source: docs/wire.md#4.2. */
export type IdTokenError =
  | IdTokenVerificationError
  | NoSubjectError
  | AccountError
  | LinkError
  | FreshSignInError
  | { readonly kind: 'unsupported_provider' }
  | { readonly kind: 'provider_disabled'; readonly provider: string }
  | { readonly kind: 'id_token_nonce_missing' }
  | { readonly kind: 'invalid_nonce' };

/** The tokens that a client obtained from a provider. */
export interface IdTokenRequest {
  /** Name of the provider, or its issuer and our client id; either way only the configured keys are used. */
  readonly provider:
    | { readonly name: string }
    | { readonly issuer: string; readonly clientId: string };
  readonly idToken: string;
  /** Checked against the ID token, if given. */
  readonly accessToken: string | undefined;
  /** As the client sent it to the provider, before hashing; `undefined` if it sent none. */
  readonly nonce: string | undefined;
  /** The session whose user gets the identity; it must be fresh. */
  readonly linkTo: Session | undefined;
  /** How to write to the user, if the address has to be confirmed first. */
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/** The ports for signing in with an ID token. */
type IdTokenPorts = AccountPorts & { readonly oidc: OidcClient };

/**
 * Signs in with an ID token, whose nonce is the hex SHA-256 of the nonce in the request. Errors: those of
 * `IdTokenError`; `id_token_nonce_missing` when only one of token and request has a nonce. Source:
 * docs/security.md#FD-2.
 */
export async function signInWithIdToken(
  ports: IdTokenPorts,
  settings: AccountSettings,
  request: IdTokenRequest,
): Promise<Result<GrantedSession, IdTokenError>> {
  const { context } = request;
  const signedIn = await findUser(ports, settings, request);
  if (signedIn.isErr()) {
    const details = { reason: signedIn.error.kind };
    logEventInBackground(ports, { actionType: 'auth_failure', context, details });
    return err(signedIn.error);
  }
  const user = signedIn.value;
  const granted = await startSession(ports, settings, { user, method: 'oauth', context });
  if (granted.isErr()) return err(granted.error);
  const details = { method: 'oauth' };
  logEventInBackground(ports, { actionType: 'auth_success', userId: user.id, context, details });
  return granted;
}

async function findUser(
  ports: IdTokenPorts,
  settings: AccountSettings,
  request: IdTokenRequest,
): Promise<Result<User, IdTokenError>> {
  const { oidc, digest } = ports;
  const { linkTo, link, context } = request;
  const name =
    'name' in request.provider
      ? request.provider.name
      : oidc.named(request.provider.issuer, request.provider.clientId);
  if (name === undefined) return err({ kind: 'unsupported_provider' });
  if (!oidc.has(name)) return err({ kind: 'provider_disabled', provider: name });
  const verified = await oidc.verifyIdToken(name, request.idToken, request.accessToken);
  if (verified.isErr()) return err(verified.error);
  const claims = verified.value;
  const theirs = typeof claims.nonce === 'string' && claims.nonce !== '' ? claims.nonce : undefined;
  if ((theirs === undefined) !== (request.nonce === undefined))
    return err({ kind: 'id_token_nonce_missing' });
  if (theirs !== undefined && request.nonce !== undefined) {
    const hashed = toHex(digest.sha256(request.nonce));
    if (!constantTimeEqual(hashed, theirs)) return err({ kind: 'invalid_nonce' });
  }
  const person = readClaims(claims);
  if (person.isErr()) return err(person.error);
  const atProvider = { provider: name, person: person.value, context };
  if (!linkTo) return accountAtProvider(ports, settings, { ...atProvider, link });
  const user = await ports.users.byId(linkTo.userId);
  const fresh = user ? await requireFreshSignIn(ports, { user, session: linkTo }) : ok();
  if (fresh.isErr()) return err(fresh.error);
  return linkIdentity(ports, { ...atProvider, session: linkTo, language: link.language });
}
