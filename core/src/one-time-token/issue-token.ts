import {
  type Clock,
  constantTimeEqual,
  type Digest,
  type Ids,
  type Random,
  randomDigits,
  toBase64Url,
  toHex,
} from '../kernel/index.ts';
import type { TokenStore } from './ports.ts';
import { codeLength, isCodeOnly, type OneTimeToken } from './token.ts';

/** What making a token touches. */
export interface IssueTokenPorts {
  readonly tokens: TokenStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly ids: Ids;
}

/** How long tokens live. */
export interface TokenSettings {
  readonly linkTtlMs: number;
  readonly codeTtlMs: number;
}

/** Marks the link of a client that wants a code in return. Source: docs/wire.md#3. */
export const pkcePrefix = 'pkce_';

/** The hash a link is found by. */
export function linkHashOf(linkToken: string, digest: Digest): string {
  return toHex(digest.sha256(`link.${linkToken}`));
}

/** The hash a code is compared by; bound to its token, so that equal codes have different hashes. */
export function codeHashOf(tokenId: string, code: string, digest: Digest): string {
  return toHex(digest.sha256(`code.${tokenId}.${code}`));
}

/** Whether `code` is the code of a token. */
export function matchesCode(code: string, digest: Digest): (token: OneTimeToken) => boolean {
  return (token) => constantTimeEqual(codeHashOf(token.id, code, digest), token.codeHash);
}

/** Whom a token is for and what it does. */
export type TokenRequest = Pick<
  OneTimeToken,
  'userId' | 'slot' | 'type' | 'recipient' | 'challenge' | 'confirmsPassword' | 'newEmail'
>;

/**
 * Makes the two secrets of a token, a link of 192 random bits and an independent 6-digit code, and keeps their
 * hashes. `kept` resolves once they are stored; the secrets are known at once, so that the message about them can
 * share the commit. Source: docs/security.md#LN-1, docs/security.md#LN-2, docs/wire.md#3.
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
