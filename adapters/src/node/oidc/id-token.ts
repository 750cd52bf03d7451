import { createHash } from 'node:crypto';
import type { IdTokenVerificationError } from '@coachsite/core/federation';
import type { JsonObject } from '@coachsite/core/kernel';
import { errors, jwtVerify } from 'jose';
import { err, ok, type Result } from 'neverthrow';
import type { Discovered } from './provider.ts';

/** Asymmetric signatures only: never HMAC, which the client secret could make. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];

/** Codes of errors of the key set: it took too long, was not sent, or is no key set. */
const keyErrors: readonly string[] = [
  errors.JWKSTimeout.code,
  errors.JOSEError.code,
  errors.JWKSInvalid.code,
];

const toleranceSeconds = 60;
const longestToken = 16_384;

/** The hash function of a signature algorithm, which `at_hash` is made with; Ed25519 has SHA-512. Source: RFC 8032 5.1. */
const hashOf = (algorithm: string): string =>
  algorithm === 'EdDSA' ? 'sha512' : `sha${algorithm.slice(-3)}`;

/** Whether `accessToken` is the one that the ID token was issued with. Source: OpenID Connect Core 3.1.3.6. */
function fits(accessToken: string, hash: unknown, algorithm: string): boolean {
  if (typeof hash !== 'string') return true;
  const digest = createHash(hashOf(algorithm)).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url') === hash;
}

/**
 * Verifies an ID token that a client sends: signature, issuer, audience, authorized party and times. Errors: those of the
 * token. Rejects when the keys of the provider cannot be had.
 * Source: docs/security.md#FD-2.
 */
export async function verifyIdToken(
  { server, keys }: Discovered,
  clientId: string,
  token: string,
  accessToken: string | undefined,
): Promise<Result<JsonObject, IdTokenVerificationError>> {
  if (token.length > longestToken) return err({ kind: 'bad_id_token' });
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: server.issuer,
      audience: clientId,
      algorithms,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    const { aud, azp, iat = 0, at_hash: hash } = payload;
    const isForOthersToo = Array.isArray(aud) && aud.length > 1;
    if (isForOthersToo && azp !== clientId) return err({ kind: 'unacceptable_audience' });
    const isEarly = iat > Date.now() / 1000 + toleranceSeconds;
    if (isEarly || (accessToken && !fits(accessToken, hash, protectedHeader.alg)))
      return err({ kind: 'bad_id_token' });
    return ok(payload as JsonObject);
  } catch (error) {
    const isAudience = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud';
    if (isAudience) return err({ kind: 'unacceptable_audience' });
    const isTokens = error instanceof errors.JOSEError && !keyErrors.includes(error.code);
    if (!isTokens) throw error;
    return err({ kind: 'bad_id_token' });
  }
}
