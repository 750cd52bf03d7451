import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Headers of every response. Source: docs/security.md#HD-1, docs/security.md#HD-3,
 * docs/security.md#HD-4.
 */
export function commonHeaders(config: Config): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(),microphone=(),geolocation=(),payment=(),usb=()',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(config.isHttps
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

/**
 * Paths of the services: their responses are not pages and must not be indexed. Source: docs/law-and-search.md#F22.
 */
export const isServicePath = (path: string) =>
  /^\/(api|auth\/v1|rest\/v1|storage\/v1)(\/|$)/.test(path);

/** Paths that search engines must not list. The e-book itself has a canonical link instead (F26). */
const isUnlisted = (path: string) => /^\/(api|auth\/v1|rest\/v1)(\/|$)/.test(path);

/**
 * Sets the security headers of every response; pages replace the policy with their own. No cache may keep what a service
 * sends, unless the route says so. Source: docs/security.md#SE-14.
 */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  const headers = commonHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (isServicePath(request.url)) reply.header('cache-control', 'no-store');
    if (isUnlisted(request.url)) reply.header('x-robots-tag', 'noindex');
  });
}
