import type { Problem } from '@coachsite/core/problems';
import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import { type Authenticated, authenticate, requireSameOrigin } from '../caller/actor.ts';
import type { Ports } from '../compose.ts';
import type { Config } from '../config/config.ts';
import type { Refusals } from '../http/documented-errors.ts';
import type { DataError } from './postgrest.ts';

/** How the data service tells that a token opens nothing. Source: docs/wire.md#12. */
function toDataError(problem: Problem): DataError {
  if (problem.kind === 'cross_site_request')
    return { status: 403, code: '42501', message: 'cookies are accepted from this site only' };
  if (problem.kind === 'session_not_found')
    return { status: 401, code: 'PGRST303', message: 'JWT session is over' };
  if (problem.kind === 'bad_jwt' && problem.reason === 'expired')
    return { status: 401, code: 'PGRST303', message: 'JWT expired' };
  return { status: 401, code: 'PGRST301', message: 'No suitable key or wrong key type' };
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
  if (purpose === 'reporting' && caller.value?.via === 'cookie') {
    const sameOrigin = requireSameOrigin(request, config);
    if (sameOrigin.isErr()) return err(toDataError(sameOrigin.error));
  }
  return ok(caller.value);
}
