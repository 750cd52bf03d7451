/*
 * The answer to the puzzle of a sign-in page, on its way from the widget to the next call. Each answer counts once, so
 * whoever takes it leaves none behind, and the widget is told to make a new puzzle.
 */

let answer: string | undefined;
const listeners = new Set<() => void>();

/** Keeps what the visitor solved; undefined when it has expired. */
export function storeCaptchaToken(token: string | undefined): void {
  answer = token;
}

/** Takes the answer, once. */
export function takeCaptchaToken(): string | undefined {
  const taken = answer;
  answer = undefined;
  if (taken !== undefined) for (const listener of listeners) listener();
  return taken;
}

/** Calls `listener` when an answer was taken; returns how to stop. */
export function onCaptchaTaken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
