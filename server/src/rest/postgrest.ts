import type { FastifyReply, FastifyRequest } from 'fastify';

/** An error of the data service. Source: docs/wire.md#12. */
export interface DataError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: string;
  readonly hint?: string;
}

/** Sends an error in PostgREST's form. */
export function sendDataError(reply: FastifyReply, error: DataError): FastifyReply {
  const { status, code, message, details = null, hint = null } = error;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, details, hint, message }));
}

/** The one schema there is. */
export function checkProfile(request: FastifyRequest): DataError | undefined {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const profile = request.headers[reads ? 'accept-profile' : 'content-profile'];
  if (profile === undefined || profile === 'public') return undefined;
  return {
    status: 406,
    code: 'PGRST106',
    message: 'The schema must be one of the following: public',
  };
}

/** The requested response: rows, or one object and an error when there is not exactly one. */
export type Shape = 'rows' | 'object';

export const objectType = 'application/vnd.pgrst.object+json';

/** Reads the Accept header. Errors: PGRST107. */
export function shapeOf(request: FastifyRequest): Shape | DataError {
  const accept = request.headers.accept ?? '*/*';
  const types = accept.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
  if (types.includes(objectType)) return 'object';
  const takesJson = types.some((type) =>
    ['*/*', 'application/*', 'application/json'].includes(type),
  );
  if (takesJson) return 'rows';
  return {
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${types.join(', ').slice(0, 100)}`,
  };
}
