import { isLoopbackHost } from '@coachsite/core/url';

/** Limits of every call to a service of others. Source: docs/security.md#FD-7. */
const timeoutMs = 5000;
const maxBytes = 1024 * 1024;

/** What of `fetch` these calls use. */
export interface GuardedRequest {
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
  readonly signal?: AbortSignal | null | undefined;
}

/** Fetches within the limits. Throws when they are passed, and for every redirect. */
export type GuardedFetch = (address: string | URL, request?: GuardedRequest) => Promise<Response>;

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error('The answer is larger than 1 MiB');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const bodyless = [101, 204, 205, 304];

/**
 * Calls a service named in the configuration, or one its documents point to: https only (plain http and this machine's
 * own addresses only when `base`, the configured address, is on this machine itself), 5 s in all, an answer of at most
 * 1 MiB, no redirect. Source: docs/security.md#FD-7.
 */
export function guardedFetch(base: string): GuardedFetch {
  const isLocal = isLoopbackHost(new URL(base).hostname);
  return async (address, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(address);
    const isFine = isLoopbackHost(url.hostname)
      ? isLocal && /^https?:$/.test(url.protocol)
      : url.protocol === 'https:';
    if (!isFine || url.username || url.password) throw new Error('The address may not be called');
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
