import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CachedResponse, type Encoding, makeCachedResponse } from './cached-response.ts';

const named = (name: string) =>
  new RegExp(`(?:^|[,\\s])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|\\s|$))(?:[;,\\s]|$)`, 'i');
const takesBrotli = named('br');
const takesGzip = named('gzip');

/** The best encoding that the client accepts. */
export function encodingOf({ headers }: Pick<IncomingMessage, 'headers'>): Encoding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  return takesBrotli.test(accepted) ? 'br' : takesGzip.test(accepted) ? 'gzip' : 'identity';
}

/** The strong ETag of one encoding of the text with this digest. */
export const etagOf = (digest: string, encoding: Encoding) =>
  `"${digest}${encoding === 'identity' ? '' : `-${encoding}`}"`;

/** Whether the client's copy is still current. Source: RFC 9110 13.1.2. */
export function isKnown({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/**
 * Whether the connection persists without a word: HTTP/1.1 connections do by default, so the header would only delay
 * the page. Source: RFC 9112 9.3.
 */
export const persists = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.connection !== 'close';

/** What is sent of a text. */
export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where the client has it. */
  readonly body: Buffer | undefined;
}

const withSignals = new WeakMap<CachedResponse, Promise<CachedResponse>>();

/** A page says in its first tag that its browser sent the signal, as scripts do not see headers; made once. */
async function withSignal(response: CachedResponse): Promise<CachedResponse> {
  if (!response.headers['content-type']?.startsWith('text/html')) return response;
  const known = withSignals.get(response);
  if (known) return known;
  const made = response
    .encoded('identity')
    .then((body) => body.toString().replace('<html ', '<html data-gpc="1" '))
    .then((html) => makeCachedResponse(html, response.headers, true));
  withSignals.set(response, made);
  return made;
}

/** What was made, for as long as memory is not needed for something else; for those who take brotli always. */
const ready = new WeakMap<CachedResponse, Map<string, Sent | WeakRef<Sent>>>();

/** A text in the best encoding that the client accepts, or 304 to a client that has it; made once. */
export async function sentOf(
  request: Pick<IncomingMessage, 'headers'>,
  usual: CachedResponse,
  wanted = 200,
): Promise<Sent> {
  // Global Privacy Control. Pages are private to their browser, so no cache between needs to know.
  const response = request.headers['sec-gpc'] === '1' ? await withSignal(usual) : usual;
  const encoding = encodingOf(request);
  const etag = etagOf(response.digest, encoding);
  const status = wanted === 200 && isKnown(request, etag) ? 304 : wanted;
  const ofResponse = ready.get(response) ?? new Map<string, Sent | WeakRef<Sent>>();
  ready.set(response, ofResponse);
  const key = `${encoding} ${status}`;
  const made = ofResponse.get(key);
  const known = made instanceof WeakRef ? made.deref() : made;
  if (known) return known;
  const body = status === 304 ? undefined : await response.encoded(encoding);
  const encoded = body && encoding !== 'identity' && { 'content-encoding': encoding };
  const sized = body && { 'content-length': String(body.length) };
  const sent = { status, headers: { ...response.headers, etag, ...encoded, ...sized }, body };
  ofResponse.set(key, encoding === 'br' ? sent : new WeakRef(sent));
  return sent;
}

/** Sends a text in the best encoding, or 304 to a client that has it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  status = 200,
): Promise<FastifyReply> {
  const sent = await sentOf(request, response, status);
  if (persists(request.raw) && !reply.raw.hasHeader('connection'))
    reply.raw.removeHeader('connection');
  return reply.code(sent.status).headers(sent.headers).send(sent.body);
}
