import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse, Encoding } from './cached-response.ts';

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
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
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

/** Sends a text in the best encoding, or 304 to a client that has it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  copy: CachedResponse,
  status = 200,
): Promise<FastifyReply> {
  const encoding = encodingOf(request);
  const etag = etagOf(copy.digest, encoding);
  reply.headers(copy.headers).header('etag', etag);
  if (persists(request.raw) && !reply.raw.hasHeader('connection'))
    reply.raw.removeHeader('connection');
  if (status === 200 && isKnown(request, etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const body = await copy.encoded(encoding);
  return reply.code(status).header('content-length', body.length).send(body);
}
