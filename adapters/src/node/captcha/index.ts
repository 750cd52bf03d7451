import type { CaptchaVerifier } from '@coachsite/core/captcha';
import { guardedFetch } from '../guarded-fetch/index.ts';

/** The captcha service of the site. Source: docs/contract.md#2. */
export interface CaptchaOptions {
  /** Whose service it is, which decides the URL that verifies a token. */
  readonly provider: 'turnstile' | 'hcaptcha';
  /** Proves to the service that the site asks. */
  readonly secret: string;
  /** The public key that the page shows the captcha with. */
  readonly siteKey: string;
  /** Another URL that verifies a token; absent: that of the provider. */
  readonly verifyUrl?: string | undefined;
}

const verifiers = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const;

/**
 * Verifies each token with the service. When the service cannot be reached or takes longer than `timeoutMs`, the token
 * counts as invalid. Source: docs/security.md#FD-7.
 */
export function captchaVerifier(options: CaptchaOptions, timeoutMs?: number): CaptchaVerifier {
  const url = options.verifyUrl ?? verifiers[options.provider];
  const ask = guardedFetch(url, timeoutMs);
  return {
    isHuman: async (token, clientIp) => {
      const body = new URLSearchParams({ secret: options.secret, response: token });
      if (clientIp) body.set('remoteip', clientIp);
      if (options.provider === 'hcaptcha') body.set('sitekey', options.siteKey);
      try {
        const response = await ask(url, { method: 'POST', body });
        if (!response.ok) return false;
        const verdict: unknown = await response.json();
        return (
          typeof verdict === 'object' &&
          verdict !== null &&
          'success' in verdict &&
          verdict.success === true
        );
      } catch {
        return false;
      }
    },
  };
}
