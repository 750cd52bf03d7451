/** Browsers inside other apps: they show pages, and have neither passkeys nor password managers that last. */
const inAppMarks =
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|Barcelona|Line|LinkedInApp|Pinterest|Snapchat|TikTok|musical_ly|BytedanceWebview|Twitter)\b|; wv\)/;

/**
 * Whether the page is shown inside another app, such as Instagram, rather than in the visitor's browser. New windows and
 * downloads do nothing in many of them.
 */
export const isInAppBrowser = (userAgent: string): boolean => inAppMarks.test(userAgent);
