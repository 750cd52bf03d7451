import {
  type AuthCall,
  type AuthForm,
  type AuthServiceError,
  type DisabledKind,
  errorTable,
  type TransportKind,
} from '@coachsite/adapters/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newForm, wantsNewForm } from '../http/api-version.ts';
import { type DocumentedErrors, merged } from '../http/documented-errors.ts';

/** An error of the auth service. */
export interface ErrorResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Further fields beside code and message. */
  readonly extra?: object;
  readonly retryAfterSeconds?: number;
}

/** Sends an error in the API version that the request asks for. Source: docs/wire.md#1. */
function sendErrorResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ErrorResponse,
): FastifyReply {
  const { status, code, message, extra = {}, retryAfterSeconds } = error;
  const trace = status >= 500 ? { error_id: request.id } : {};
  const isNew = wantsNewForm(request);
  if (isNew) reply.header('x-supabase-api-version', newForm);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(status)
    .header('x-sb-error-code', code)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify(
        isNew
          ? { code, message, ...extra, ...trace }
          : { code: status, error_code: code, msg: message, ...extra, ...trace },
      ),
    );
}

/** An error of the auth service: of a use case, or about what is switched off. */
type AuthError = AuthServiceError | { readonly kind: DisabledKind };

const formOf = (kind: AuthError['kind'] | AuthTransportKind): AuthForm => errorTable[kind].auth;

/** Converts an error to its auth form; a few have a status or a message of their own on `call`. */
export function toErrorResponse(error: AuthError, call?: AuthCall): ErrorResponse {
  const { kind } = error;
  const form = formOf(kind);
  // The table types each row's functions by the row's own kind, which is the kind of this error.
  const filled = <T>(fill: (error: never) => T) => fill(error as never);
  const message = (call && form.messageOn?.[call]) ?? form.message;
  return {
    status: (call && form.statusOn?.[call]) ?? form.status ?? errorTable[kind].status,
    code: form.code ?? kind,
    message: typeof message === 'string' ? message : filled(message),
    ...(form.extra ? { extra: filled(form.extra) } : {}),
    ...('retryAfterSeconds' in error ? { retryAfterSeconds: error.retryAfterSeconds } : {}),
  };
}

type AuthTransportKind = {
  [K in TransportKind]: (typeof errorTable)[K]['auth'] extends null ? never : K;
}[TransportKind];

/** Sends an unexpected error, or one raised before the route's handler. */
export function sendAuthTransportError(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: AuthTransportKind,
  status: number = errorTable[kind].status,
): FastifyReply {
  const { code = kind, message } = formOf(kind);
  return sendErrorResponse(request, reply, { status, code, message: String(message) });
}

/** The form of errors of a call of the auth service, from the table that `sendAuthError` uses. */
export const authErrors =
  (call?: AuthCall) =>
  (kinds: readonly AuthError['kind'][]): DocumentedErrors =>
    merged(
      ...kinds.map((kind) => {
        const { status = errorTable[kind].status, statusOn, code = kind } = formOf(kind);
        return { [(call && statusOn?.[call]) ?? status]: [code] };
      }),
    );

/** Sends an error of the auth service; some have a status or a message of their own on `call`. */
export function sendAuthError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AuthError,
  call?: AuthCall,
): FastifyReply {
  return sendErrorResponse(request, reply, toErrorResponse(error, call));
}

/** Codes of an invalid request that no use case has seen. Source: docs/wire.md#4. */
type InvalidCode =
  | 'validation_failed'
  | 'bad_json'
  | 'not_admin'
  | 'no_authorization'
  | 'invalid_credentials';

/** Sends the error for an invalid request. */
export function sendInvalid(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string,
  {
    code = 'validation_failed',
    status = 400,
  }: { readonly code?: InvalidCode; readonly status?: number } = {},
): FastifyReply {
  return sendErrorResponse(request, reply, { status, code, message });
}
