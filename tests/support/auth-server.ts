/** What a page asked of the server in a test. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type Answer = Response | undefined | Promise<Response | undefined>;

const realFetch = globalThis.fetch;

/** A session as the server gives it in cookie mode, for another hour. */
export const sessionOf = (email: string) => ({
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: '11111111-1111-4111-8111-111111111111', email, email_confirmed_at: '2026-01-01' },
});

export const refusal = (status: number, code: string, facts: object = {}) =>
  Response.json({ code: status, error_code: code, msg: '', ...facts }, { status });

/**
 * Stands in for the network: each call is kept and answered by `answer`, which may leave the two calls that never
 * refuse (the log and the rate limit) to this. Undefined means the network is gone.
 */
export function respondToCalls(answer: (asked: Asked) => Answer): Asked[] {
  const calls: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    const asked = {
      method: init?.method ?? 'GET',
      path: String(input),
      body: init?.body ? JSON.parse(String(init.body)) : undefined,
    };
    calls.push(asked);
    const given = await answer(asked);
    if (given) return given;
    if (asked.path.endsWith('/log_security_event')) return new Response(null, { status: 204 });
    if (asked.path.endsWith('/check_rate_limit')) return Response.json(true);
    throw new TypeError('network');
  };
  return calls;
}

/** The events a page logged, in their order. */
export const loggedIn = (calls: readonly Asked[]) =>
  calls
    .filter(({ path }) => path.endsWith('/log_security_event'))
    .map(({ body }) => (body as { action_type: string }).action_type);

export function restoreNetwork(): void {
  globalThis.fetch = realFetch;
}
