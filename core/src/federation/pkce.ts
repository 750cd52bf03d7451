import {
  constantTimeEqual,
  type Digest,
  err,
  ok,
  type Result,
  toBase64Url,
} from '../kernel/index.ts';
import type { CodeChallenge } from '../one-time-token/index.ts';

/** The challenge is incomplete, uses an unknown method, or is malformed. */
export interface ChallengeError {
  /** The client has to send a challenge of method S256, or none at all. */
  readonly kind: 'invalid_code_challenge';
}

const form = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Reads the optional challenge and method of a request. Only S256 is accepted: a plain challenge equals the verifier
 * and protects nothing once it is seen. Errors: `invalid_code_challenge`. Source: RFC 7636, docs/security.md#LN-6,
 * docs/wire.md#7.
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

/** Whether the challenge was derived from `verifier`. */
export function matchesVerifier(
  { challenge }: CodeChallenge,
  verifier: string,
  digest: Digest,
): boolean {
  return form.test(verifier) && constantTimeEqual(toBase64Url(digest.sha256(verifier)), challenge);
}
