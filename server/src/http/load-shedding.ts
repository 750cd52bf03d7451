import type { FastifyInstance, FastifyRequest } from 'fastify';
import { earlyError } from './errors.ts';

/**
 * Requests that are handled at once. Above it a request waits so long for the others that it is better to try again
 * later. Source: docs/performance.md#goal-18.
 */
const requestsAtOnce = 300;

/** Who watches the server must reach it under load too. */
const neverShed = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Rejects requests with 503 and `Retry-After` while too many are handled, before they cost anything. A request counts
 * from the end of its body to the start of its response, so that slow connections take no place from others.
 * Source: docs/performance.md#goal-18, docs/security.md#IN-4.
 */
export function shedLoad(app: FastifyInstance): void {
  let underWay = 0;
  const counted = new WeakSet<FastifyRequest>();
  const leave = (request: FastifyRequest) => {
    if (counted.delete(request)) underWay -= 1;
  };
  app.addHook('onRequest', async ({ url }) => {
    if (underWay < requestsAtOnce) return;
    const [path = ''] = url.split('?', 1);
    if (!neverShed.has(path)) throw earlyError(503);
  });
  app.addHook('preHandler', async (request) => {
    underWay += 1;
    counted.add(request);
  });
  app.addHook('onSend', async (request) => leave(request));
  // Without a response: the client went away.
  app.addHook('onResponse', async (request) => leave(request));
}
