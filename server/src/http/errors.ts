import en from '@coachsite/ui/content/en/failures.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/failures.json' with { type: 'json' };
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isServicePath } from './headers.ts';
import { statusOf } from './store-failure.ts';

/** What goes wrong before a route decides, by the status it has. Source: docs/security.md#ER-1. */
const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'body_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
  503: 'unavailable',
};

const messages: Readonly<Record<string, string>> = {
  bad_request: 'The request is malformed',
  validation_failed: 'The request has invalid fields',
  not_found: 'There is nothing at this address',
  method_not_allowed: 'This address does not take that method',
  request_timeout: 'The request took too long',
  body_too_large: 'The body is too large',
  uri_too_long: 'The address is too long',
  unsupported_media_type: 'This content type is not accepted here',
  unavailable: 'Try again in a moment',
  unexpected_failure: 'An error occurred',
};

/**
 * An error in the wire format its path promises. `id` is in the log too. Source: docs/wire.md#1, docs/security.md#ER-1,
 * docs/security.md#ER-2.
 */
function errorBody(path: string, status: number, code: string, facts: object, id?: string): object {
  const message = messages[code] ?? 'The request was refused';
  const trace = id ? { error_id: id } : {};
  if (path.startsWith('/auth/v1')) {
    return { code: status, error_code: code, msg: message, ...trace };
  }
  if (path.startsWith('/rest/v1')) return { code, message, details: null, hint: null, ...trace };
  if (path.startsWith('/storage/v1')) {
    return { statusCode: String(status), error: code, message, ...trace };
  }
  return { code, message, ...facts, ...(id ? { id } : {}) };
}

/** A request that is refused before its route decides; thrown, the error handler of its service tells it. */
export const refusedEarly = (statusCode: number): FastifyError =>
  Object.assign(new Error('refused early'), { statusCode, code: 'REFUSED_EARLY' });

/** Tells a caller which methods an address takes, if it takes any. */
export function isMethodWrong({ server, url }: FastifyRequest, reply: FastifyReply): boolean {
  const allowed = server.allowedMethods(url);
  if (allowed.length > 0) reply.header('allow', allowed.join(', '));
  return allowed.length > 0;
}

/** Answers an error in the form its path promises. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string = codes[status] ?? 'bad_request',
  facts: object = {},
): FastifyReply {
  const id = status >= 500 ? request.id : undefined;
  if (request.url.startsWith('/auth/v1')) reply.header('x-sb-error-code', code);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBody(request.url, status, code, facts, id)));
}

const wantsPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !isServicePath(request.url) &&
  String(request.headers.accept).includes('text/html');

/** The last resort of a page: plain, without anything that could fail too. Source: docs/rules.md#2. */
const errorPage = (id: string) =>
  `<!doctype html><html lang="nl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${nl.page.title}</title></head><body><main><h1>${nl.page.title}</h1><p>${nl.page.text} <span lang="en">${en.page.text}</span></p><p><a href="/">${nl.page.home}</a></p><p>${id}</p></main></body></html>`;

/** Which fields of a body a schema refused. */
export function refusedFields(error: unknown): object {
  if (!hasZodFastifySchemaValidationErrors(error)) return {};
  const fields = error.validation.map(
    ({ instancePath, message = 'invalid' }) =>
      [instancePath.split('/')[1] || 'body', message] as const,
  );
  return { fields: Object.fromEntries(fields) };
}

/**
 * One place for what nobody expected: logged with its id, told without detail. Source: docs/security.md#ER-1,
 * docs/security.md#ER-2.
 */
export function errorHandling(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = statusOf(error);
    if (error.validation) {
      const isBody = error.validationContext === 'body';
      const own = isServicePath(request.url) && !request.url.startsWith('/api');
      return sendError(
        request,
        reply,
        isBody && !own ? 422 : 400,
        'validation_failed',
        refusedFields(error),
      );
    }
    if (status >= 400 && status < 500) return sendError(request, reply, status);
    request.log.error({ err: error }, 'unexpected error');
    if (wantsPage(request)) {
      return reply.code(500).type('text/html; charset=utf-8').send(errorPage(request.id));
    }
    if (status === 503) return sendError(request, reply, 503);
    return sendError(request, reply, 500, 'unexpected_failure');
  });
}
