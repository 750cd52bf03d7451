import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { loggedError } from '@coachsite/core/text';
import Fastify, { LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '../config/config.ts';
import { sendError } from './errors.ts';
import { commonHeaders, isServicePath } from './headers.ts';
import { limits, rejectMalformedRequest } from './limits.ts';
import { logOutput } from './log-output.ts';
import { closeUnfinished } from './unfinished.ts';

/** Fastify with zod as its type provider: one schema validates, types and documents. */
export type App = ReturnType<typeof createApp>;

/**
 * Largest body of a call that is not an upload, in bytes. Far above the longest valid message, so that the contact form
 * can be shown again with a text that is too long. Source: docs/security.md#fixed-numbers.
 */
const bodyLimitBytes = 64 * 1024;

/** In place of Fastify's own compilers, which would be loaded at each start: zod compiles the schemas. */
const unused = () => {
  throw new Error('a schema that is not compiled by zod');
};

/** An application without routes, its limits set. */
export function createApp(config: Config, serverFactory?: (handler: RequestListener) => Server) {
  return Fastify({
    ...(serverFactory ? { serverFactory } : {}),
    logger: {
      level: config.logLevel,
      serializers: { err: loggedError },
      stream: logOutput(1),
    },
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy.join(',') : false,
    bodyLimit: bodyLimitBytes,
    http: { maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: 5_000 },
    requestTimeout: limits.uploadMs,
    connectionTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    // A GET that sends or begins something has `exposeHeadRoute: false`. Source: RFC 9110 9.3.2, docs/wire.md#4.4.
    exposeHeadRoutes: true,
    // A path that cannot be decoded is unknown: pages redirect home, services respond with an error.
    // Source: docs/rules.md#9, docs/security.md#PS-4.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(commonHeaders(config));
      // No hook has counted it.
      closeUnfinished(request, reply);
      if (isServicePath(request.url)) void sendError(request, reply, 'bad_request');
      else void reply.redirect(`${config.publicUrl}/`, 308);
    },
    clientErrorHandler: rejectMalformedRequest,
  }).withTypeProvider<ZodTypeProvider>();
}
