import type { PasskeyVerifier } from '@coachsite/core/passkey';
import { err } from 'neverthrow';

/** The library throws on whatever is wrong with a response, and on what is none. */
async function orFailed<T>(verify: () => Promise<T>) {
  try {
    return await verify();
  } catch {
    return err({ kind: 'webauthn_verification_failed' } as const);
  }
}

/** Verifies passkeys by @simplewebauthn/server, which is loaded with the first of them: few processes see one. */
export function webauthnVerifier(): PasskeyVerifier {
  return {
    registration: async (response) => {
      const { verifyRegistration } = await import('./verify.ts');
      return orFailed(() => verifyRegistration(response));
    },
    assertion: async (response, passkey) => {
      const { verifyAssertion } = await import('./verify.ts');
      return orFailed(() => verifyAssertion(response, passkey));
    },
  };
}
