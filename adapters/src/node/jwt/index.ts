import { hash, sign, verify } from 'node:crypto';
import {
  type Clock,
  type EpochMs,
  isWaitOver,
  type JsonObject,
  type Milliseconds,
} from '@coachsite/core/kernel';
import { type BadJwtError, signingKeysCacheMs, type TokenSigner } from '@coachsite/core/session';
import { err, ok, type Result } from 'neverthrow';
import { directoryVersion, openSigningKeys, removeRetiredKeys, type SigningKey } from './keys.ts';

export { rotateSigningKeys } from './keys.ts';

const encode = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** Longer text cannot be one of our tokens. */
const tokenMaxLength = 8192;
const form = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/;

/** ES256 signatures are two 32-byte numbers, not DER. */
const dsaEncoding = 'ieee-p1363';

/** How many signatures are remembered. */
const rememberedMax = 1000;

/**
 * The tokens whose signature was verified with these keys, by hash. Most requests come with a token that an earlier
 * request had, and verifying its signature is most of what such a request costs. The result stays right as long as the
 * keys are the same. What a token says, whether it has expired and whether its session ended are checked each time.
 */
const verifiedWith = new WeakMap<readonly SigningKey[], Set<string>>();

/** Verifies a token with our own keys only: `alg` must be ES256, and `kid` must name one of them. */
function read(token: string, keys: readonly SigningKey[]): Result<JsonObject, BadJwtError> {
  const badJwt = err({ kind: 'bad_jwt' } as const);
  if (token.length > tokenMaxLength || !form.test(token)) return badJwt;
  const [head = '', body = '', signature = ''] = token.split('.');
  const remembered = verifiedWith.get(keys) ?? new Set();
  verifiedWith.set(keys, remembered);
  const digest = hash('sha256', token, 'base64');
  if (remembered.has(digest)) {
    const claims = decode(body);
    return claims ? ok(claims) : badJwt;
  }
  const header = decode(head);
  if (header?.alg !== 'ES256') return badJwt;
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return badJwt;
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: key.publicKey, dsaEncoding },
    Buffer.from(signature, 'base64url'),
  );
  const claims = isRight ? decode(body) : undefined;
  if (!claims) return badJwt;
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.add(digest);
  return ok(claims);
}

/** How often the directory is checked, in milliseconds: every process publishes a new key after at most this time. */
const lookMs = 1000;

/**
 * How long a new key is published before it signs, in milliseconds. By then every process publishes it, so a client
 * that fetches the key set from any of them finds the key of its token.
 */
export const publishedBeforeSigningMs = 2 * lookMs;

/** The key that signs at a time: the newest one that every process publishes. */
function signingKey(keys: readonly [SigningKey, ...SigningKey[]], now: EpochMs): SigningKey {
  const signs = ({ since }: SigningKey) => isWaitOver(since, publishedBeforeSigningMs, now);
  return keys.find(signs) ?? keys[0];
}

/** Where the signing keys are, and how long tokens live. */
export interface SignerOptions {
  /** The folder of the keys, one file each; another process may add one. */
  readonly directory: string;
  /** Lifetime of the tokens. A replaced key stays valid for this time plus the cache time of the key set. */
  readonly tokenTtlMs: Milliseconds;
  readonly clock: Clock;
}

/** Returns the current keys of the directory: read again when a file is added or removed; retired keys are deleted. */
function keyRing({ directory, tokenTtlMs, clock }: SignerOptions) {
  let keys = openSigningKeys(directory);
  // Of no time at first, so that the first check finds a key added since the read above.
  let version: number | undefined;
  let lookedAt = clock.now();
  const isRetired = (index: number, now: number) => {
    const successor = keys[index - 1];
    return successor !== undefined && successor.since + tokenTtlMs + signingKeysCacheMs < now;
  };
  return (isUrgent = false): readonly [SigningKey, ...SigningKey[]] => {
    const now = clock.now();
    if (!isUrgent && Math.abs(now - lookedAt) < lookMs) return keys;
    lookedAt = now;
    if (keys.some((_key, index) => isRetired(index, now)))
      removeRetiredKeys(directory, now - tokenTtlMs - signingKeysCacheMs);
    const present = directoryVersion(directory);
    if (present === undefined || present !== version) {
      version = present;
      keys = openSigningKeys(directory);
    }
    return keys;
  };
}

/**
 * Signs with the newest ES256 key of a directory that has been published for `publishedBeforeSigningMs`, and accepts
 * tokens of every key in it, including keys added while it runs. Signing and verifying are synchronous: on the thread
 * pool they would wait behind password hashes.
 * Source: docs/security.md#SE-5, docs/security.md#SE-6, docs/performance.md#4.
 */
export function jwtSigner(options: SignerOptions): TokenSigner {
  const keysNow = keyRing(options);
  return {
    sign: async (claims) => {
      const { kid, privateKey } = signingKey(keysNow(), options.clock.now());
      const content = `${encode({ alg: 'ES256', kid, typ: 'JWT' })}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding });
      return `${content}.${signature.toString('base64url')}`;
    },
    verify: async (token) => {
      const keys = keysNow();
      const known = read(token, keys);
      if (known.isOk()) return known;
      // Another process may have added the key a moment ago.
      const fresh = keysNow(true);
      return fresh === keys ? known : read(token, fresh);
    },
    publicKeys: async () => keysNow().map(({ jwk }) => jwk),
  };
}
