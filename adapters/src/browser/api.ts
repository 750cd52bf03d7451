import type { SiteError } from '@coachsite/core/facts';
import { err, ok, type Result } from 'neverthrow';

/** No usable response: offline, connection lost, or a server error. A retry may succeed. */
type NetworkError = { readonly kind: 'network'; readonly status?: number };

/** No request was made: the browser keeps neither cookies nor what a page stores, so a session would be lost. */
type BlockedError = { readonly kind: 'session_blocked'; readonly status?: number };

/** The errors of a call. `status` is the HTTP status, absent without a response. */
export type ApiError = (SiteError & { readonly status?: number }) | NetworkError | BlockedError;

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

type Call = <T>(path: string, options?: CallOptions) => Promise<Result<T, ApiError>>;
type CallWithBody = <T>(
  path: string,
  body: unknown,
  options?: CallOptions,
) => Promise<Result<T, ApiError>>;

/**
 * HTTP client of the site's own server: JSON in, JSON out. Its promises never reject. What is only read is asked for once
 * more where the server is busy and says for how few seconds.
 */
export interface Api {
  readonly get: Call;
  /** Optional body, e.g. the password that confirms a deletion. */
  readonly delete: <T>(
    path: string,
    options?: CallOptions & { readonly body?: unknown },
  ) => Promise<Result<T, ApiError>>;
  readonly post: CallWithBody;
  readonly put: CallWithBody;
  readonly patch: CallWithBody;
}

/**
 * Turns an error response into the error it carries. `/api` sends `code` beside the details of the error; the auth
 * service sends its stable code as `error_code`, or as `code` when that is a string. A 5xx response, or one without a
 * code, is a network error. `Retry-After` becomes `retryAfterSeconds`.
 */
export function toApiError(status: number, body: unknown, retryAfter: string | null): ApiError {
  if (status >= 500 || typeof body !== 'object' || body === null)
    return { kind: 'network', status };
  const { code, error_code: errorCode, ...fields } = body as Record<string, unknown>;
  const kind = errorCode ?? code;
  if (typeof kind !== 'string') return { kind: 'network', status };
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {};
  return { ...wait, ...fields, kind, status } as unknown as ApiError;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * A busy server names a time to wait. Up to this many seconds, a page waits and asks again without telling the visitor:
 * it is the time that our server names. Source: docs/performance.md#goal-18.
 */
const longestWaitSeconds = 5;

/** How long to wait before a request that changes nothing is sent again, in milliseconds; undefined if it is not. */
function waitMsOf(method: string, { status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const isBrief = seconds >= 0 && seconds <= longestWaitSeconds;
  return method === 'GET' && status === 503 && isBrief ? seconds * 1000 : undefined;
}

/** Resolves after a time, or at once when the signal says that nobody waits any more. */
function passed(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Creates the client on a `fetch`; pages use {@link api}, which takes the browser's own. */
function createApi(send: typeof fetch): Api {
  async function call<T>(
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Result<T, ApiError>> {
    const isForm = body instanceof FormData;
    const init: RequestInit = {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
    };
    if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
    if (options.signal) init.signal = options.signal;
    let response: Response | undefined;
    try {
      response = await send(path, init);
      const waitMs = waitMsOf(method, response);
      if (waitMs !== undefined) {
        await passed(waitMs, options.signal);
        response = await send(path, init);
      }
      const responseBody = await readJson(response);
      // Our own server validates its responses, so the shape is taken as declared.
      if (response.ok) return ok(responseBody as T);
      return err(toApiError(response.status, responseBody, response.headers.get('retry-after')));
    } catch {
      return err(response ? { kind: 'network', status: response.status } : { kind: 'network' });
    }
  }
  return {
    get: (path, options) => call('GET', path, undefined, options),
    delete: (path, options) => call('DELETE', path, options?.body, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
  };
}

/** The client for pages in the browser. `fetch` is looked up at each call, so tests may replace it. */
export const api: Api = createApi((input, init) => fetch(input, init));
