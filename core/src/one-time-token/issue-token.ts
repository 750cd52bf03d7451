import {
  type Clock,
  constantTimeEqual,
  type Digest,
  type Ids,
  type Milliseconds,
  type Random,
  randomDigits,
  toBase64Url,
  toHex,
} from '../kernel/index.ts';
import type { TokenStore } from './ports.ts';
import { codeLength, isCodeOnly, type OneTimeToken } from './token.ts';

/** The ports for making a token. */
export interface IssueTokenPorts {
  readonly tokens: TokenStore;
  readonly clock: Clock;
  /** The link and the code. */
  readonly random: Random;
  /** Hashes both. */
  readonly digest: Digest;
  readonly ids: Ids;
}

/** The lifetimes of tokens. */
export interface TokenSettings {
  readonly linkTtlMs: Milliseconds;
  /** How long a code is valid; shorter, because it can be guessed. */
  readonly codeTtlMs: Milliseconds;
}

/** Prefix of a link token whose client expects an authorization code. Source: docs/wire.md#3. */
export const pkcePrefix = 'pkce_';

/** The hash under which a link is stored. */
export function linkHashOf(linkToken: string, digest: Digest): string {
  return toHex(digest.sha256(`link.${linkToken}`));
}

/** The hash of a code, bound to its token so that equal codes have different hashes. */
export function codeHashOf(tokenId: string, code: string, digest: Digest): string {
  return toHex(digest.sha256(`code.${tokenId}.${code}`));
}

/** Whether `code` is the code of a token. */
export function matchesCode(code: string, digest: Digest): (token: OneTimeToken) => boolean {
  return (token) => constantTimeEqual(codeHashOf(token.id, code, digest), token.codeHash);
}

/** The user, recipient and purpose of a token. */
export type TokenRequest = Pick<
  OneTimeToken,
  'userId' | 'slot' | 'type' | 'recipient' | 'challenge' | 'confirmsPassword' | 'newEmail'
>;

/**
 * Generates the two secrets of a token, a link of 192 random bits and an independent 6-digit code, and stores their
 * hashes. `kept` resolves once they are stored; the secrets are returned at once, so that the message can share the
 * commit. Source: docs/security.md#LN-1, docs/security.md#LN-2.
 */
export function issueToken(
  ports: IssueTokenPorts,
  settings: TokenSettings,
  request: TokenRequest,
): { readonly code: string; readonly linkToken: string; readonly kept: Promise<void> } {
  const now = ports.clock.now();
  const id = ports.ids.uuid();
  const code = randomDigits(ports.random, codeLength);
  const linkToken = `${request.challenge ? pkcePrefix : ''}${toBase64Url(ports.random.bytes(24))}`;
  const kept = ports.tokens.issue({
    ...request,
    id,
    linkHash: isCodeOnly(request.type) ? undefined : linkHashOf(linkToken, ports.digest),
    codeHash: codeHashOf(id, code, ports.digest),
    misses: 0,
    createdAt: now,
    linkExpiresAt: now + settings.linkTtlMs,
    codeExpiresAt: now + settings.codeTtlMs,
  });
  return { code, linkToken, kept };
}
