import { sign, verify } from 'node:crypto';
import type { Clock, JsonObject } from '@coachsite/core/kernel';
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

/** Longer text is no token of ours. */
const tokenMaxLength = 8192;
const form = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/;

/** ES256 signatures are two 32-byte numbers, not DER. */
const dsaEncoding = 'ieee-p1363';

/** Reads a token with our keys alone: what its header says about keys or algorithms is compared, never followed. */
function read(token: string, keys: readonly SigningKey[]): Result<JsonObject, BadJwtError> {
  const refused = err({ kind: 'bad_jwt' } as const);
  if (token.length > tokenMaxLength || !form.test(token)) return refused;
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = decode(head);
  if (header?.alg !== 'ES256') return refused;
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return refused;
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: key.publicKey, dsaEncoding },
    Buffer.from(signature, 'base64url'),
  );
  const claims = isRight ? decode(body) : undefined;
  return claims ? ok(claims) : refused;
}

/** How often the directory is looked at: a new key signs this soon. */
const lookMs = 1000;

export interface SignerOptions {
  readonly directory: string;
  /** Life of the tokens that are signed; a key proves them for that long, and the caches' time, after it was replaced. */
  readonly tokenTtlMs: number;
  readonly clock: Clock;
}

/** The keys of the directory as they are now: read again when a file comes or goes, old ones dropped in time. */
function keyRing({ directory, tokenTtlMs, clock }: SignerOptions) {
  let keys = openSigningKeys(directory);
  // Unknown at first: a key that came in between is found at the first look.
  let version = 0;
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
    if (present !== version) {
      version = present;
      keys = openSigningKeys(directory);
    }
    return keys;
  };
}

/**
 * Signs with the newest ES256 key of a directory and accepts all keys in it, those too that come while it runs. Signing
 * and checking run at once on the calling thread: behind password hashes on the thread pool they would wait.
 * Source: docs/security.md#SE-5, docs/security.md#SE-6, docs/performance.md#4.
 */
export function jwtSigner(options: SignerOptions): TokenSigner {
  const keysNow = keyRing(options);
  return {
    sign: async (claims) => {
      const [{ kid, privateKey }] = keysNow();
      const content = `${encode({ alg: 'ES256', kid, typ: 'JWT' })}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding });
      return `${content}.${signature.toString('base64url')}`;
    },
    verify: async (token) => {
      const keys = keysNow();
      const known = read(token, keys);
      if (known.isOk()) return known;
      // Another process may have begun to sign with a key a moment ago.
      const fresh = keysNow(true);
      return fresh === keys ? known : read(token, fresh);
    },
    publicKeys: async () => keysNow().map(({ jwk }) => jwk),
  };
}
