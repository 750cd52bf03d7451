import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Responses come at multiples of this after their request, in milliseconds; far more than sending a message takes. */
const stepMs = 50;

/** How long to wait after `elapsedMs` of work, so that less work and more work end at the same time, in milliseconds. */
export function evenWaitMs(elapsedMs: number): number {
  const elapsed = Math.max(0, elapsedMs);
  return Math.max(1, Math.ceil(elapsed / stepMs)) * stepMs - elapsed;
}

/**
 * Makes the routes of this scope respond at even times, so that the time of a response does not reveal whether a
 * message was sent or an address has an account. Call it inside `app.register`. Source: docs/security.md#LK-9.
 */
export function respondEvenly(
  app: FastifyInstance,
  pause: (ms: number) => Promise<unknown> = wait,
): void {
  const begun = new WeakMap<object, number>();
  app.addHook('preHandler', async (request) => {
    begun.set(request, performance.now());
  });
  app.addHook('preSerialization', async (request) => {
    const since = begun.get(request);
    if (since !== undefined) await pause(evenWaitMs(performance.now() - since));
  });
}
