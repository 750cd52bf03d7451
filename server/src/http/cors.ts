import type { FastifyInstance } from 'fastify';

/** The services that programs on other sites may call; never with cookies. Source: docs/security.md#HD-6. */
const openServices = /^\/(auth|rest|storage)\/v1(\/|\?|$)/;

const allowed = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': [
    'accept',
    'accept-profile',
    'apikey',
    'authorization',
    'cache-control',
    'content-profile',
    'content-type',
    'if-none-match',
    'prefer',
    'range',
    'x-client-info',
    'x-metadata',
    'x-retry-count',
    'x-supabase-api-version',
    'x-upsert',
  ].join(', '),
  'access-control-max-age': '7200',
} as const;

/** On every response of these services. */
export const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'accept-ranges',
    'content-disposition',
    'content-length',
    'content-range',
    'etag',
    'retry-after',
    'x-sb-error-code',
    'x-supabase-api-version',
  ].join(', '),
} as const;

/**
 * Lets any origin call the services, without credentials: the browser then sends no cookies and tokens travel in
 * headers. `x-session-transport` is not among the headers, so the cookie mode stays on this site. Call it before what
 * rejects requests, as a program may read only a response that allows it.
 * Source: docs/security.md#HD-6.
 */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!openServices.test(request.url)) return;
    if (request.method !== 'OPTIONS') {
      reply.headers(openHeaders);
      return;
    }
    reply.header('access-control-allow-origin', '*');
    return reply.headers(allowed).code(204).send();
  });
}
