import { setTimeout as wait } from 'node:timers/promises';
import { totp } from '../conformance/support/totp.ts';

const stepMs = 30_000;

/**
 * An authenticator app: each code is of a later step than the one before, as a code counts once. The first is of the
 * step before, where this one is young enough that the code is still accepted when it arrives; a code that the server
 * would find too early waits for its time.
 */
export function appWith(secret: string): () => Promise<string> {
  let last = Math.floor((Date.now() - (2 / 3) * stepMs) / stepMs) - 1;
  return async () => {
    last = Math.max(last + 1, Math.floor((Date.now() - (2 / 3) * stepMs) / stepMs));
    await wait(Math.max(0, (last - 1) * stepMs - Date.now()));
    return totp(secret, last * stepMs);
  };
}
