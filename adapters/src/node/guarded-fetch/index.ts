import { isLoopbackHost } from '@coachsite/core/url';

/** Limits of every call to an external service. Source: docs/security.md#FD-7. */
const defaultTimeoutMs = 5000;
const maxBytes = 1024 * 1024;

/** The subset of `RequestInit` that these calls use. */
interface GuardedRequest {
  /** GET, if absent. */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
  readonly body?:
    | string
    | Uint8Array
    | ArrayBuffer
    | ReadableStream
    | URLSearchParams
    | null
    | undefined;
  /** Ends the call before its time is over. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Fetches within the limits. Throws when one is exceeded, and on every redirect. */
export type GuardedFetch = (target: string | URL, request?: GuardedRequest) => Promise<Response>;

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error('The response is larger than 1 MiB');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const bodyless = [204, 205, 304];

/**
 * Creates a `fetch` for the configured service at `base` and the URLs that its documents name. It allows https only
 * (plain http and loopback hosts only if `base` is a loopback URL itself), `timeoutMs` in all (5 s by default), a
 * response of at most 1 MiB, and no redirects. Source: docs/security.md#FD-7.
 */
export function guardedFetch(base: string, timeoutMs = defaultTimeoutMs): GuardedFetch {
  const isLocal = isLoopbackHost(new URL(base).hostname);
  return async (target, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(target);
    const isFine = isLoopbackHost(url.hostname)
      ? isLocal && /^https?:$/.test(url.protocol)
      : url.protocol === 'https:';
    if (!isFine || url.username || url.password) throw new Error('The URL may not be called');
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(headers ? { headers: new Headers(headers) } : {}),
      ...(body ? { body: body as NonNullable<RequestInit['body']> } : {}),
    });
    const content = await readBounded(response);
    return new Response(bodyless.includes(response.status) ? null : content, {
      status: response.status,
      headers: response.headers,
    });
  };
}
