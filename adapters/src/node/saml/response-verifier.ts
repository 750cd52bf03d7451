import { Worker } from 'node:worker_threads';
import { askThread } from '../ask-thread.ts';
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
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const start = () => {
    const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // The thread alone must not keep the process alive.
    started.unref();
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    return started;
  };
  const verify = async (given: ResponseToVerify): Promise<Verified> => {
    worker ??= start();
    const running = worker;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limitMs());
    try {
      return await askThread<Verified>(running, given, 'verifies SAML responses', late.signal);
    } catch (error) {
      if (worker === running) worker = undefined;
      await running.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  return async (given) => {
    if (waiting >= mostWaiting) throw new Error('Too many SAML responses wait to be verified');
    waiting += 1;
    const turn = last.then(() => verify(given));
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}
