import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { countedNetworks } from '@coachsite/core/rate-limit';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { earlyError } from './errors.ts';
import { networkTally } from './network-tally.ts';

/** Source: docs/security.md#IN-4, docs/security.md#IN-5. */
export const limits = {
  headerBytes: 16 * 1024,
  urlLength: 8 * 1024,
  headersMs: 15_000,
  /** For the body of a request that is no upload, of which none is larger than 64 KiB. */
  bodyMs: 10_000,
  uploadMs: 300_000,
  keepAliveMs: 72_000,
  /** A connection on which no byte moves for so long is closed: silent ones, and those that do not read. */
  idleMs: 60_000,
  connections: 1000,
  connectionsPerIp: 100,
  /** Requests whose body has not arrived: below half of the connections, so that there is room for all others. */
  unfinished: 400,
  unfinishedPerClient: 20,
  /** How long a connection stays after a response to bytes that are no request. */
  lingerMs: 5_000,
  /** An upload that sends fewer bytes than this in `uploadCheckMs` is ended. */
  uploadBytes: 16 * 1024,
  uploadCheckMs: 15_000,
} as const;

/** Errors of the HTTP parser by code; any other is a malformed request. */
const earlyErrors: Readonly<
  Record<string, readonly [status: string, code: string, message: string]>
> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request took too long'],
};

/**
 * Responds to bytes that are not a valid request, in the site's own form. Source: docs/security.md#IN-1,
 * docs/security.md#IN-5.
 */
export function rejectMalformedRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = earlyErrors[error.code ?? ''] ?? [
    '400 Bad Request',
    'bad_request',
    'The request is malformed',
  ];
  const body = JSON.stringify({ code, message });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Time to read the response, in which whatever still comes is taken.
  setTimeout(() => socket.destroy(), limits.lingerMs).unref();
}

/** Whether a path receives files, which may take longer than other bodies. */
export const isUpload = (url: string) =>
  /^\/(api\/admin\/(ebook|site\/portrait|articles\/pictures)(\?|$)|storage\/v1\/object\/)/.test(
    url,
  );

/** Whether the headers of a request say that it has no body. */
export const announcesNoBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** Limits the connections per client, except those of a trusted proxy. Source: docs/security.md#LK-7. */
function shareConnections(app: FastifyInstance, config: Config): void {
  app.server.maxConnections = limits.connections;
  if (!config.auth.ipRateLimits) return;
  const { trustProxy } = config;
  const isProxy = trustProxy.length > 0 ? compile([...trustProxy]) : () => false;
  const open = networkTally(limits.connectionsPerIp);
  app.server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    if (ip !== '' && isProxy(ip, 0)) return;
    const leave = open.enter(countedNetworks(ip));
    if (leave) socket.once('close', leave);
    else socket.destroy();
  });
}

/**
 * Limits what one visitor can use: URL length, time, connections. Source: docs/security.md#IN-4,
 * docs/security.md#IN-5.
 */
export function boundRequests(app: FastifyInstance, config: Config): void {
  app.server.headersTimeout = limits.headersMs;
  app.server.setTimeout(limits.idleMs);
  shareConnections(app, config);
  // Node answers what it does not expect itself, before any hook, and reads on for as long as an upload may last.
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(417, { connection: 'close' }).end(),
  );
  app.addHook('onRequest', async ({ url }) => {
    if (url.length > limits.urlLength) throw earlyError(414);
  });
}
