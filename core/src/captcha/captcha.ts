import { err, ok, type Result } from 'neverthrow';
import type { CaptchaVerifier } from './ports.ts';

/** The puzzle was not solved, or nobody could check it. Source: docs/wire.md#11. */
export interface CaptchaError {
  readonly kind: 'captcha_failed';
}

/** Longer text is no answer to a puzzle. */
const longestToken = 8192;

/**
 * Lets a request pass when a person solved its puzzle; without a verifier there is none to solve. A verifier that is
 * down refuses everybody: it never fails open. Source: docs/contract.md#2.
 */
export async function requireHuman(
  verifier: CaptchaVerifier | undefined,
  token: string | null | undefined,
  clientIp: string,
): Promise<Result<void, CaptchaError>> {
  if (!verifier) return ok();
  const isSolved =
    typeof token === 'string' &&
    token !== '' &&
    token.length <= longestToken &&
    (await verifier.isHuman(token, clientIp));
  return isSolved ? ok() : err({ kind: 'captcha_failed' });
}
