import { threadOf } from '../thread.ts';
import type { ResponseToVerify, Verified } from './verify-response.ts';

const program = new URL('./verify-worker.ts', import.meta.url);

/** How long one response may take, in milliseconds, the start of the thread included. */
const verifyMs = 10_000;

/** Responses that may wait. */
const mostWaiting = 50;

const memoryMb = 128;

/**
 * Verifies responses in a separate thread, one at a time: anybody can post one, and parsing XML takes too long for the
 * event loop. A response that takes longer than `limitMs()` ends the thread. Rejects in that case, when the thread
 * fails, and when too many responses wait. Source: docs/security.md#FD-6.
 */
export function responseVerifier(
  limitMs: () => number = () => verifyMs,
): (given: ResponseToVerify) => Promise<Verified> {
  const thread = threadOf<ResponseToVerify, Verified>(program, {
    name: 'verifies SAML responses',
    limitMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let waiting = 0;
  return async (given) => {
    if (waiting >= mostWaiting) throw new Error('Too many SAML responses wait to be verified');
    waiting += 1;
    try {
      return await thread.ask(given);
    } finally {
      waiting -= 1;
    }
  };
}
