import type { FastifyInstance, FastifyRequest } from 'fastify';
import { earlyError } from './errors.ts';
import { turnBudget } from './turn-budget.ts';

/**
 * Requests that are handled at once. Above it a request waits so long for the others that it is better to try again
 * later. Source: docs/performance.md#goal-18.
 */
const requestsAtOnce = 300;

/** Monitoring must work under load too. */
const monitoring = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Scripts and styles belong to a page that was served: without one of them a visitor gets the error screen. They come
 * from memory, at about the cost of the rejection.
 */
const partsOfPages = '/assets/';

const isNeverShed = (path: string) => monitoring.has(path) || path.startsWith(partsOfPages);

/** Knows whether there is room for one more request. */
export interface LoadCheck {
  readonly admits: () => boolean;
}

/**
 * Rejects requests with 503 and `Retry-After`, before they cost anything, while too many are handled or the turns of the
 * event loop are too long. A request counts from the end of its body to the start of its response, so that slow
 * connections take no place from others. Source: docs/performance.md#goal-18, docs/security.md#IN-4.
 */
export function shedLoad(app: FastifyInstance): LoadCheck {
  const budget = turnBudget();
  let underWay = 0;
  const counted = new WeakSet<FastifyRequest>();
  const leave = (request: FastifyRequest) => {
    if (counted.delete(request)) underWay -= 1;
  };
  const admits = () => {
    const now = performance.now();
    if (budget.beginRequest(now)) setImmediate(() => budget.endTurn(performance.now()));
    return underWay < requestsAtOnce && !budget.isSpent(now);
  };
  app.addHook('onRequest', async ({ url }) => {
    if (admits()) return;
    const [path = ''] = url.split('?', 1);
    if (!isNeverShed(path)) throw earlyError(503);
  });
  app.addHook('preHandler', async (request) => {
    underWay += 1;
    counted.add(request);
  });
  app.addHook('onSend', async (request) => leave(request));
  // Without a response: the client went away.
  app.addHook('onResponse', async (request) => leave(request));
  return { admits };
}
