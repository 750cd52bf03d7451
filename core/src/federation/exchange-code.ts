import { isBanned, type User } from '../account/index.ts';
import {
  type Clock,
  type Digest,
  err,
  type Ids,
  type Milliseconds,
  ok,
  type Result,
  toHex,
} from '../kernel/index.ts';
import type { MessageLanguage } from '../one-time-token/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import {
  type GrantedSession,
  type SessionSettings,
  type StartSessionPorts,
  startSession,
} from '../session/index.ts';
import { type LinkError, type LinkIdentityPorts, linkIdentity } from './link-identity.ts';
import { matchesVerifier } from './pkce.ts';
import type { AuthCode, FlowStore } from './ports.ts';
import type { ProviderTokens } from './provider.ts';

/** Why a code cannot be exchanged. Source: docs/wire.md#4.2. */
export type ExchangeError =
  | { readonly kind: 'flow_state_not_found' }
  | { readonly kind: 'flow_state_expired' }
  | { readonly kind: 'bad_code_verifier' }
  | { readonly kind: 'user_banned' }
  | LinkError;

/** The ports for issuing a code. */
export interface IssueCodePorts {
  readonly flows: FlowStore;
  readonly clock: Clock;
  /** The code itself. */
  readonly ids: Ids;
  readonly digest: Digest;
}

const hashOf = (code: string, digest: Digest): string => toHex(digest.sha256(`code.${code}`));

/** The user a code is for, and the claims of its session. */
export type CodeGrant = Pick<
  AuthCode,
  'challenge' | 'method' | 'provider' | 'notAfter' | 'link' | 'providerTokens'
> & { readonly user: User };

/**
 * Issues a code for an authenticated user; only the client that holds the verifier can exchange it, as long as the session
 * that it opens would last.
 */
export async function issueCode(
  ports: IssueCodePorts,
  { authCodeTtlMs }: { readonly authCodeTtlMs: Milliseconds },
  { user, ...grant }: CodeGrant,
): Promise<string> {
  const code = ports.ids.uuid();
  await ports.flows.issueCode({
    hash: hashOf(code, ports.digest),
    userId: user.id,
    securityStamp: user.securityStamp,
    ...grant,
    expiresAt: Math.min(
      ports.clock.now() + authCodeTtlMs,
      grant.notAfter ?? Number.POSITIVE_INFINITY,
    ),
  });
  return code;
}

/** The ports for exchanging a code. */
export type ExchangeCodePorts = StartSessionPorts &
  LinkIdentityPorts & { readonly flows: FlowStore };

/** A session with the tokens of the provider. */
export interface ExchangedSession {
  /** The session and its own tokens. */
  readonly granted: GrantedSession;
  /** Those of the OpenID provider; `undefined` after SAML or a mailed link. */
  readonly providerTokens: ProviderTokens | undefined;
}

/** A code and the verifier of its challenge. */
export interface ExchangeRequest {
  /** As the redirect target received it. */
  readonly code: string;
  /** The text whose SHA-256 is the challenge. */
  readonly verifier: string;
  /** The language of a mail about a linked identity. */
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

/**
 * Exchanges a code and its verifier for a session. A code is deleted after one attempt, successful or not. If the flow
 * was begun with a Bearer token to link an identity, it is linked only now, because only the client that began the flow
 * has the verifier. Errors: `flow_state_not_found` for a code that is unknown, already used, or issued before the
 * sign-ins of its account were ended; `flow_state_expired`, `bad_code_verifier`, `user_banned`; those of `LinkError`
 * where an identity is linked. Source: docs/security.md#LN-6, docs/security.md#FD-1.
 */
export async function exchangeCode(
  ports: ExchangeCodePorts,
  settings: SessionSettings,
  request: ExchangeRequest,
): Promise<Result<ExchangedSession, ExchangeError>> {
  const exchanged = await exchange(ports, settings, request);
  if (exchanged.isErr()) {
    const { context } = request;
    const details = { reason: exchanged.error.kind };
    logEventInBackground(ports, { actionType: 'auth_failure', context, details });
  }
  return exchanged;
}

async function exchange(
  ports: ExchangeCodePorts,
  settings: SessionSettings,
  { code, verifier, language, context }: ExchangeRequest,
): Promise<Result<ExchangedSession, ExchangeError>> {
  const flow = await ports.flows.takeCode(hashOf(code, ports.digest));
  if (!flow) return err({ kind: 'flow_state_not_found' });
  const now = ports.clock.now();
  if (!(now < flow.expiresAt)) return err({ kind: 'flow_state_expired' });
  if (!matchesVerifier(flow.challenge, verifier, ports.digest))
    return err({ kind: 'bad_code_verifier' });
  const found = await ports.users.byId(flow.userId);
  if (!found) return err({ kind: 'flow_state_not_found' });
  if (isBanned(found, now)) return err({ kind: 'user_banned' });
  const { method, provider, notAfter, link, providerTokens } = flow;
  // A link depends on its session, which `linkIdentity` looks for.
  if (!link && found.securityStamp !== flow.securityStamp)
    return err({ kind: 'flow_state_not_found' });
  const session = link && (await ports.sessions.byId(link.sessionId));
  const owner = link
    ? await linkIdentity(ports, { ...link, session, language, context })
    : ok(found);
  if (owner.isErr()) return err(owner.error);
  const user = owner.value;
  const granted = await startSession(ports, settings, {
    user,
    method,
    recovers: method === 'recovery',
    context,
    ...(provider === undefined ? {} : { provider }),
    ...(notAfter === undefined ? {} : { notAfter }),
  });
  if (granted.isErr()) return err({ kind: 'flow_state_not_found' });
  // For a mailed link the event was logged when the link was verified.
  if (method === 'oauth' || method === 'sso/saml') {
    const details = { method };
    logEventInBackground(ports, { actionType: 'auth_success', userId: user.id, context, details });
  }
  return ok({ granted: granted.value, providerTokens });
}
