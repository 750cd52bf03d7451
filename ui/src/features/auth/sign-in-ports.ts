import { canKeepSession } from '../../session/can-keep-session.ts';
import { auth, keeper } from '../../session/compose.ts';
import { createFailedAttempts } from './failed-attempts.ts';
import type { SignInPorts } from './sign-in.ts';

/** The failed attempts of this page; cleared when the mailbox is confirmed anew. */
export const attempts = createFailedAttempts();

/** The ports of the sign-in pages, on the clients of the browser. */
export const signInPorts: SignInPorts = {
  auth,
  keeper,
  attempts,
  device: () => ({
    userAgent: navigator.userAgent,
    screenWidth: screen.width,
    screenHeight: screen.height,
  }),
  canKeepSession,
  now: () => Date.now(),
};
