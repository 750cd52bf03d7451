import { err, ok, type Result } from 'neverthrow';
import { constantTimeEqual, type Digest, toBase64Url } from '../kernel/index.ts';
import type { CodeChallenge } from '../one-time-token/index.ts';

/** The challenge is half there, of an unknown method, or of the wrong form. */
export interface ChallengeError {
  readonly kind: 'invalid_code_challenge';
}

const form = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Reads the challenge pair of a request; none is fine. Only S256: a plain challenge is the verifier itself and
 * protects nothing once it is seen. Source: RFC 7636, docs/security.md#LN-6, docs/wire.md#7.
 */
export function readChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): Result<CodeChallenge | undefined, ChallengeError> {
  if (!challenge && !method) return ok(undefined);
  if (!challenge || method?.toLowerCase() !== 's256' || !form.test(challenge))
    return err({ kind: 'invalid_code_challenge' });
  return ok({ challenge, method: 's256' });
}

/** Whether `verifier` is what the challenge was made of. */
export function matchesVerifier(
  { challenge }: CodeChallenge,
  verifier: string,
  digest: Digest,
): boolean {
  return form.test(verifier) && constantTimeEqual(toBase64Url(digest.sha256(verifier)), challenge);
}
