/*
 * The CAPTCHA token of a sign-in page, from the widget to the next request. A token is valid once, so taking it clears
 * it and makes the widget start a new challenge.
 */

let kept: string | undefined;
const listeners = new Set<() => void>();

/** Stores the token of a solved challenge; undefined when it has expired. */
export function storeCaptchaToken(token: string | undefined): void {
  kept = token;
}

/** Returns the token and clears it. */
export function takeCaptchaToken(): string | undefined {
  const taken = kept;
  kept = undefined;
  if (taken !== undefined) for (const listener of listeners) listener();
  return taken;
}

/** Calls `listener` when the token was taken; returns a function that stops it. */
export function onCaptchaTaken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
