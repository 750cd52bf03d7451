import {
  type DataForm,
  type DataServiceError,
  errorTable,
  type Of,
} from '@coachsite/adapters/contract';
import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import {
  type ActorPorts,
  type Authenticated,
  authenticate,
  requireOwnRequest,
} from '../access/actor.ts';
import type { Config } from '../config/config.ts';
import type { DocumentedErrors } from '../http/documented-errors.ts';
import type { DataError } from './postgrest.ts';

/** The data service's error for a token that is not accepted. Source: docs/wire.md#12. */
function toDataError(error: DataServiceError): DataForm {
  const { data } = errorTable[error.kind];
  return typeof data === 'function' ? data(error as Of<'bad_jwt'>) : data;
}

/** Errors of a token, and of a cross-site request. */
export const tokenErrors: DocumentedErrors = { 401: ['PGRST301', 'PGRST303'], 403: ['42501'] };

/**
 * The current user of the data service, `undefined` when anonymous. An expired cookie counts as no cookie when
 * `purpose` is to report; a bad header never does. Source: docs/security.md#SE-12, docs/contract.md#4.
 */
export async function dataServiceUser(
  request: FastifyRequest,
  ports: ActorPorts,
  config: Config,
  purpose: 'reading' | 'reporting',
): Promise<Result<Authenticated | undefined, DataError>> {
  const currentUser = await authenticate(request, ports, config);
  const hasHeader = request.headers.authorization !== undefined;
  if (currentUser.isErr()) {
    return purpose === 'reporting' && !hasHeader
      ? ok(undefined)
      : err(toDataError(currentUser.error));
  }
  if (purpose === 'reporting') {
    const sameOrigin = requireOwnRequest(request, config, currentUser.value);
    if (sameOrigin.isErr()) return err(toDataError(sameOrigin.error));
  }
  return ok(currentUser.value);
}
