import type { Page } from '@playwright/test';

/** The authenticator of a device, as Chromium's developer tools play it: it answers at once, after "a finger". */
export interface Authenticator {
  /** Whether its owner shows a finger when asked; without, dialogs fail as if cancelled. */
  readonly setVerified: (isVerified: boolean) => Promise<void>;
  /** The number of passkeys that it keeps. */
  readonly count: () => Promise<number>;
}

/** Gives the device of a page an authenticator; `withAutofill` has it answer what a field's suggestions offer. */
export async function addAuthenticator(
  page: Page,
  { withAutofill = false }: { readonly withAutofill?: boolean } = {},
): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  if (!withAutofill) {
    // Without it the conditional request of the sign-in page would be answered with no press at all.
    await page.addInitScript(() => {
      Object.defineProperty(PublicKeyCredential, 'isConditionalMediationAvailable', {
        value: async () => false,
      });
    });
  }
  return {
    setVerified: async (isVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified });
    },
    count: async () => {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}
