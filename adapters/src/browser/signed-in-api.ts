import type { Result } from 'neverthrow';
import type { Api, ApiError } from './api.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** Refusals that say the access token is missing, over, or of a session that has ended. Source: docs/wire.md#4.15. */
const staleKinds: readonly string[] = [
  'no_authorization',
  'bad_jwt',
  'session_not_found',
  'session_expired',
  'PGRST301',
  'PGRST303',
];

/** Whether a refusal is about the session and not about what was asked. */
export function isStale(problem: ApiError): boolean {
  return staleKinds.includes(problem.kind);
}

/**
 * The calls of someone who is signed in: one that is refused because its token is over (a laptop that slept) is made
 * once more after a refresh. A session that cannot be refreshed is removed by the keeper, which tells its listeners.
 */
export function createSignedInApi(api: Api, keeper: Pick<SessionKeeper, 'refresh'>): Api {
  async function again<T>(call: () => Promise<Result<T, ApiError>>): Promise<Result<T, ApiError>> {
    const first = await call();
    if (first.isOk() || !isStale(first.error) || !(await keeper.refresh())) return first;
    return call();
  }
  return {
    get: (path, options) => again(() => api.get(path, options)),
    delete: (path, options) => again(() => api.delete(path, options)),
    post: (path, body, options) => again(() => api.post(path, body, options)),
    put: (path, body, options) => again(() => api.put(path, body, options)),
    patch: (path, body, options) => again(() => api.patch(path, body, options)),
  };
}
