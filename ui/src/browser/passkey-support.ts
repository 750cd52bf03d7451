import { isInAppBrowser } from './in-app.ts';

/** Whether this browser and device can keep a passkey, behind a finger, a face or a PIN. */
export async function canUsePasskeys(): Promise<boolean> {
  if (isInAppBrowser(navigator.userAgent)) return false;
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    // No such interface, or one that a policy has closed.
    return false;
  }
}
