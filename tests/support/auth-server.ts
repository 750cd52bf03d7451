/** A request that a page made in a test. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type StubbedResponse = Response | undefined | Promise<Response | undefined>;

const realFetch = globalThis.fetch;

/** A session as the server returns it in cookie mode; it expires in an hour. */
export const sessionOf = (email: string) => ({
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: '11111111-1111-4111-8111-111111111111', email, email_confirmed_at: '2026-01-01' },
});

export const errorResponse = (status: number, code: string, details: object = {}) =>
  Response.json({ code: status, error_code: code, msg: '', ...details }, { status });

/**
 * Replaces `fetch`: each request is recorded and passed to `respond`. Where that returns undefined, the calls for the
 * security log and the rate limit succeed, and every other request fails as if the browser were offline.
 */
export function respondToCalls(
  respond: (request: RecordedRequest) => StubbedResponse,
): RecordedRequest[] {
  const calls: RecordedRequest[] = [];
  globalThis.fetch = async (input, init) => {
    const request = {
      method: init?.method ?? 'GET',
      path: String(input),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? undefined),
    };
    calls.push(request);
    const response = await respond(request);
    if (response) return response;
    if (request.path.endsWith('/log_security_event')) return new Response(null, { status: 204 });
    if (request.path.endsWith('/check_rate_limit')) return Response.json(true);
    throw new TypeError('network');
  };
  return calls;
}

/** The types of the events that a page logged, in order. */
export const loggedIn = (calls: readonly RecordedRequest[]) =>
  calls
    .filter(({ path }) => path.endsWith('/log_security_event'))
    .map(({ body }) => (body as { action_type: string }).action_type);

export function restoreNetwork(): void {
  globalThis.fetch = realFetch;
}
