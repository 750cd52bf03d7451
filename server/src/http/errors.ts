import { errorTable, type TransportKind } from '@coachsite/adapters/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { newForm, wantsNewForm } from './api-version.ts';
import { siteForm } from './documented-errors.ts';
import { errorPage, errorPagePolicy } from './error-page.ts';
import { statusOf } from './error-status.ts';
import { isPlainForm, sendFormError } from './form-error.ts';
import { isServicePath } from './headers.ts';

/** The kinds of errors of which only the status is known. Source: docs/security.md#ER-1. */
const kinds: Readonly<Record<number, TransportKind>> = {
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

/** The kind for a status. */
const kindOf = (status: number): TransportKind => kinds[status] ?? 'bad_request';

/**
 * An error in the wire format of its path. `id` is in the log too. Source: docs/wire.md#1, docs/security.md#ER-1,
 * docs/security.md#ER-2.
 */
function errorBody(
  request: FastifyRequest,
  { status, code, message }: { status: number; code: string; message: string },
  extra: object,
  id?: string,
): object {
  const trace = id ? { error_id: id } : {};
  const path = request.url;
  if (path.startsWith('/auth/v1')) {
    if (wantsNewForm(request)) return { code, message, ...trace };
    return { code: status, error_code: code, msg: message, ...trace };
  }
  if (path.startsWith('/rest/v1')) return { code, message, details: null, hint: null, ...trace };
  if (path.startsWith('/storage/v1')) {
    return { statusCode: String(status), code, error: code, message, ...trace };
  }
  return { code, message, ...extra, ...(id ? { id } : {}) };
}

/** An error raised before the route's handler. Throw it: the service's error handler sends it. */
export const earlyError = (statusCode: number): FastifyError =>
  Object.assign(new Error('rejected early'), { statusCode, code: 'REJECTED_EARLY' });

/** Logs an error that no route expects. A request rejected early is no defect, and comes in thousands. */
export function logUnexpected(request: FastifyRequest, error: FastifyError): void {
  if (error.code !== 'REJECTED_EARLY') request.log.error({ err: error }, 'unexpected error');
}

/** Sets `Allow` and returns true when the path exists with other methods. */
export function isMethodWrong({ server, url }: FastifyRequest, reply: FastifyReply): boolean {
  const allowed = server.allowedMethods(url);
  if (allowed.length > 0) reply.header('allow', allowed.join(', '));
  return allowed.length > 0;
}

/** Sends an error in the wire format of its path. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: TransportKind,
  {
    extra = {},
    status = errorTable[kind].status,
  }: { readonly extra?: object; readonly status?: number } = {},
): FastifyReply {
  const { code } = siteForm(kind);
  const error = { status, code, message: errorTable[kind].message };
  const id = status >= 500 ? request.id : undefined;
  if (request.url.startsWith('/auth/v1')) {
    reply.header('x-sb-error-code', code);
    if (wantsNewForm(request)) reply.header('x-supabase-api-version', newForm);
  }
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBody(request, error, extra, id)));
}

const wantsPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !isServicePath(request.url) &&
  String(request.headers.accept).includes('text/html');

/** The fields of a body that a schema rejected. */
export function rejectedFields(error: unknown): object {
  if (!hasZodFastifySchemaValidationErrors(error)) return {};
  const fields = error.validation.map(
    ({ instancePath, message = 'invalid' }) =>
      [instancePath.split('/')[1] || 'body', message] as const,
  );
  return { fields: Object.fromEntries(fields) };
}

/** When a client should try again after a 503 that does not say so itself. */
const retryAfterSeconds = '5';

/**
 * Handles unexpected errors: logs them with an id and sends no details. Source: docs/security.md#ER-1,
 * docs/security.md#ER-2.
 */
export function errorHandling(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode !== 503 || reply.hasHeader('retry-after')) return;
    reply.header('retry-after', retryAfterSeconds);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = statusOf(error);
    if (error.validation) {
      const isBody = error.validationContext === 'body';
      const own = isServicePath(request.url) && !request.url.startsWith('/api');
      return sendError(request, reply, isBody && !own ? 'invalid_body' : 'invalid_parameters', {
        extra: rejectedFields(error),
      });
    }
    const isClientError = status >= 400 && status < 500;
    if (!isClientError) logUnexpected(request, error);
    if (isPlainForm(request)) {
      return sendFormError(request, reply, {
        status: isClientError || status === 503 ? status : 500,
      });
    }
    if (isClientError) return sendError(request, reply, kindOf(status), { status });
    if (wantsPage(request)) {
      return reply
        .code(status === 503 ? 503 : 500)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', errorPagePolicy)
        .header('cross-origin-opener-policy', 'same-origin')
        .send(errorPage(request.id));
    }
    return sendError(request, reply, status === 503 ? 'unavailable' : 'unexpected_failure');
  });
}
