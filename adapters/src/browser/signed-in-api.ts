import type { Result } from 'neverthrow';
import type { Api, ApiError } from './api.ts';
import type { SessionKeeper } from './session-keeper.ts';

/**
 * Errors that mean the access token is missing or has expired, or that its session has ended.
 * Source: docs/wire.md#4.15.
 */
const staleKinds: readonly string[] = [
  'no_authorization',
  'bad_jwt',
  'session_not_found',
  'session_expired',
  'PGRST301',
  'PGRST303',
];

/** Whether an error concerns the session rather than the request. */
function isStale(error: ApiError): boolean {
  return staleKinds.includes(error.kind);
}

/**
 * Calls for a signed-in user. A call that is rejected because its token has expired (e.g. the laptop slept) is repeated
 * once after a refresh. The keeper removes a session that cannot be refreshed and notifies its listeners.
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
