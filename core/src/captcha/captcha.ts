import { err, ok, type Result } from '../kernel/index.ts';
import type { CaptchaVerifier } from './ports.ts';

/** The captcha was not solved, or could not be checked. Source: docs/wire.md#11. */
export interface CaptchaError {
  /** The visitor has to solve a new captcha: a token is good for one request. */
  readonly kind: 'captcha_failed';
}

/** A longer text is not a captcha token. */
const longestToken = 8192;

/**
 * Rejects a request without a solved captcha; without a verifier there is no captcha. If the verifier is down, all
 * requests are rejected: it never fails open. Errors: `captcha_failed`. Source: docs/contract.md#2.
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
