import type { FastifyInstance } from 'fastify';
import { isServicePath } from './headers.ts';

/** A path without its query, which may hold tokens, and without the e-mail addresses it may name. Source: PR-1. */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? '';
  return path.replace(/[^/@]*(?:@|%40)[^/]*/gi, '***');
}

/** One line for each call of a service and each failure; pages and files only at level debug. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: loggedPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (isServicePath(request.url) || reply.statusCode >= 500) request.log.info(line, 'request');
    else request.log.debug(line, 'request');
  });
}
