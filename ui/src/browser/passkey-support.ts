/** Browsers inside other apps: they show pages, and have neither passkeys nor password managers that last. */
const inAppMarks =
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|Barcelona|Line|LinkedInApp|Pinterest|Snapchat|TikTok|musical_ly|BytedanceWebview|Twitter)\b|; wv\)/;

/** Whether the page is shown inside another app, such as Instagram, rather than in the visitor's browser. */
export const isInAppBrowser = (userAgent: string): boolean => inAppMarks.test(userAgent);

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
