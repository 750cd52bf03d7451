import {
  type DataForm,
  type DataServiceError,
  errorTable,
  type Of,
} from '@coachsite/adapters/contract';
import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import { type Authenticated, authenticate, requireOwnRequest } from '../caller/actor.ts';
import type { Ports } from '../compose.ts';
import type { Config } from '../config/config.ts';
import type { Refusals } from '../http/documented-errors.ts';
import type { DataError } from './postgrest.ts';

/** How the data service tells that a token opens nothing. Source: docs/wire.md#12. */
function toDataError(problem: DataServiceError): DataForm {
  const { data } = errorTable[problem.kind];
  return typeof data === 'function' ? data(problem as Of<'bad_jwt'>) : data;
}

/** How a call is refused for its token, or for coming from another site. */
export const callerRefusals: Refusals = { 401: ['PGRST301', 'PGRST303'], 403: ['42501'] };

/**
 * The caller of the data service, `undefined` when anonymous. A cookie that is over counts as no cookie when
 * `purpose` is to report; a bad header never does. Source: docs/security.md#SE-12, docs/contract.md#4.
 */
export async function dataCaller(
  request: FastifyRequest,
  ports: Ports,
  config: Config,
  purpose: 'reading' | 'reporting',
): Promise<Result<Authenticated | undefined, DataError>> {
  const caller = await authenticate(request, ports, config);
  const hasHeader = request.headers.authorization !== undefined;
  if (caller.isErr()) {
    return purpose === 'reporting' && !hasHeader ? ok(undefined) : err(toDataError(caller.error));
  }
  if (purpose === 'reporting') {
    const sameOrigin = requireOwnRequest(request, config, caller.value);
    if (sameOrigin.isErr()) return err(toDataError(sameOrigin.error));
  }
  return ok(caller.value);
}
