import { loggablePath } from '@coachsite/core/text';
import type { FastifyInstance } from 'fastify';
import { isServicePath } from './headers.ts';

/** Logs one line per API request and per failure; pages and files only at level debug. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: loggablePath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (isServicePath(request.url) || reply.statusCode >= 500) request.log.info(line, 'request');
    else request.log.debug(line, 'request');
  });
}
