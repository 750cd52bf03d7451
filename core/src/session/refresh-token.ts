import {
  constantTimeEqual,
  type Digest,
  type EpochMs,
  type Milliseconds,
  type Random,
  type SessionId,
  toBase64Url,
  toHex,
} from '../kernel/index.ts';

/**
 * The refresh tokens of one session as a chain: each secret is the hash of the one before it, keyed per session. An
 * older token therefore proves its membership of the chain, and the active one can be derived from it although only
 * its hash is stored. The database alone gives access to no session.
 */
export interface RefreshChain {
  /** Number of the active token. */
  readonly counter: number;
  /** Number of the oldest token still accepted; older ones are unknown. */
  readonly start: number;
  /** Per-session key, base64url. Useless without a token. */
  readonly key: string;
  /** SHA-256 of the active secret, hexadecimal. */
  readonly hash: string;
  readonly rotatedAt: EpochMs;
}

/** A parsed refresh token. */
export interface PresentedToken {
  /** The session that the token claims to belong to. */
  readonly sessionId: SessionId;
  /** Its number in the chain. */
  readonly counter: number;
  /** 256 bits, base64url. */
  readonly secret: string;
}

const tokenForm = /^([0-9a-f]{32})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/;
const uuidParts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** A shorter text is rejected as malformed. Source: docs/wire.md#5. */
export const refreshTokenMinLength = 12;

/** Formats a refresh token: session, number, 256 secret bits. */
export function formatRefreshToken({ sessionId, counter, secret }: PresentedToken): string {
  return `${sessionId.replaceAll('-', '')}.${counter}.${secret}`;
}

/** Parses a refresh token; `undefined` if it is malformed. */
export function parseRefreshToken(token: string): PresentedToken | undefined {
  const [, id = '', counter = '', secret = ''] = tokenForm.exec(token) ?? [];
  if (!id) return undefined;
  return { sessionId: id.replace(uuidParts, '$1-$2-$3-$4-$5'), counter: Number(counter), secret };
}

/**
 * Starts a chain with a new secret; `counter` is above every number of the chain it replaces.
 * Source: docs/security.md#SE-1.
 */
export function beginChain(
  random: Random,
  digest: Digest,
  counter: number,
  now: EpochMs,
): { readonly chain: RefreshChain; readonly secret: string } {
  const secret = toBase64Url(random.bytes(32));
  const key = toBase64Url(random.bytes(32));
  return {
    secret,
    chain: { counter, start: counter, key, hash: hashOf(secret, digest), rotatedAt: now },
  };
}

function hashOf(secret: string, digest: Digest): string {
  return toHex(digest.sha256(secret));
}

function successor(secret: string, key: string, digest: Digest): string {
  return toBase64Url(digest.sha256(`${key}.${secret}`));
}

/**
 * The most rotations between a presented token and the active one that are followed, at one hash each. An older token
 * has been out of use for weeks; it is unknown rather than reused, so that an invented one cannot end a session.
 * Source: docs/security.md#SE-2.
 */
const maxSteps = 1000;

/** The decision on a presented refresh token. */
export type RefreshVerdict =
  | { readonly kind: 'rotated'; readonly chain: RefreshChain; readonly secret: string }
  | { readonly kind: 'repeated'; readonly secret: string }
  | { readonly kind: 'reused' }
  | { readonly kind: 'unknown' };

/** What the decision depends on besides the tokens. */
export interface RefreshConditions {
  /** How long after a rotation an older token gets the active one again; 0 turns that off. */
  readonly reuseIntervalMs: Milliseconds;
  readonly digest: Digest;
  readonly now: EpochMs;
}

/**
 * Decides on a presented token: the active one rotates; its direct parent at any time, and any older one up to
 * `reuseIntervalMs` after the last rotation, get the active one again (a response was lost, or several tabs refreshed);
 * an older one after that counts as theft. Source: docs/security.md#SE-2, docs/security.md#SE-3.
 */
export function judgeRefresh(
  chain: RefreshChain,
  presented: PresentedToken,
  { reuseIntervalMs, digest, now }: RefreshConditions,
): RefreshVerdict {
  const { counter } = presented;
  if (counter > chain.counter || counter < chain.start) return { kind: 'unknown' };
  if (chain.counter - counter > maxSteps) return { kind: 'unknown' };
  let secret = presented.secret;
  for (let i = counter; i < chain.counter; i += 1) secret = successor(secret, chain.key, digest);
  if (!constantTimeEqual(hashOf(secret, digest), chain.hash)) return { kind: 'unknown' };
  if (counter === chain.counter) {
    const next = successor(secret, chain.key, digest);
    return {
      kind: 'rotated',
      secret: next,
      chain: { ...chain, counter: counter + 1, hash: hashOf(next, digest), rotatedAt: now },
    };
  }
  const isParent = counter === chain.counter - 1;
  // What has `elapsed`, written out: the budget of this export in bytes is full.
  const isRecent = Math.abs(now - chain.rotatedAt) <= reuseIntervalMs && reuseIntervalMs > 0;
  return isParent || isRecent ? { kind: 'repeated', secret } : { kind: 'reused' };
}
