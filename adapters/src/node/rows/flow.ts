import type { AuthCode, FlowState, PendingLink, ProviderTokens } from '@coachsite/core/federation';

/** A row of `auth_codes`. */
export interface CodeRow {
  readonly hash: string;
  readonly user_id: string;
  readonly security_stamp: number;
  readonly challenge: string;
  readonly method: AuthCode['method'];
  readonly expires_at_ms: number;
  readonly provider: string | null;
  readonly not_after_ms: number | null;
  readonly provider_tokens: string | null;
  readonly link: string | null;
}

/** A row of `flow_states`. */
export interface FlowRow {
  readonly hash: string;
  readonly kind: FlowState['kind'];
  readonly provider: string;
  readonly redirect_to: string;
  readonly challenge: string | null;
  readonly browser_hash: string | null;
  readonly link_session_id: string | null;
  readonly secret: string;
  readonly nonce: string;
  readonly used: number;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
}

function toTokens(text: string): ProviderTokens {
  const { accessToken, refreshToken } = JSON.parse(text) as Partial<ProviderTokens>;
  return { accessToken: accessToken ?? '', refreshToken };
}

/** JSON leaves out an address that is not known. */
function toLink(text: string): PendingLink {
  const { person, ...link } = JSON.parse(text) as PendingLink;
  return { ...link, person: { ...person, email: person.email } };
}

export function toCode(row: CodeRow): AuthCode {
  return {
    hash: row.hash,
    userId: row.user_id,
    securityStamp: row.security_stamp,
    challenge: { challenge: row.challenge, method: 's256' },
    method: row.method,
    expiresAt: row.expires_at_ms,
    ...(row.provider === null ? {} : { provider: row.provider }),
    ...(row.not_after_ms === null ? {} : { notAfter: row.not_after_ms }),
    ...(row.link === null ? {} : { link: toLink(row.link) }),
    ...(row.provider_tokens === null ? {} : { providerTokens: toTokens(row.provider_tokens) }),
  };
}

export function toFlow(row: FlowRow): FlowState {
  return {
    hash: row.hash,
    kind: row.kind,
    provider: row.provider,
    redirectTo: row.redirect_to,
    challenge: row.challenge === null ? undefined : { challenge: row.challenge, method: 's256' },
    browserHash: row.browser_hash ?? undefined,
    linkSessionId: row.link_session_id ?? undefined,
    secret: row.secret,
    nonce: row.nonce,
    createdAt: row.created_at_ms,
    expiresAt: row.expires_at_ms,
  };
}

export const toCodeRow = (code: AuthCode): CodeRow => ({
  hash: code.hash,
  user_id: code.userId,
  security_stamp: code.securityStamp,
  challenge: code.challenge.challenge,
  method: code.method,
  expires_at_ms: code.expiresAt,
  provider: code.provider ?? null,
  not_after_ms: code.notAfter ?? null,
  link: code.link ? JSON.stringify(code.link) : null,
  provider_tokens: code.providerTokens ? JSON.stringify(code.providerTokens) : null,
});

export const toFlowRow = (flow: FlowState): FlowRow => ({
  hash: flow.hash,
  kind: flow.kind,
  provider: flow.provider,
  redirect_to: flow.redirectTo,
  challenge: flow.challenge?.challenge ?? null,
  browser_hash: flow.browserHash ?? null,
  link_session_id: flow.linkSessionId ?? null,
  secret: flow.secret,
  nonce: flow.nonce,
  used: 0,
  created_at_ms: flow.createdAt,
  expires_at_ms: flow.expiresAt,
});
