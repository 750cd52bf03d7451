import type { Socket } from 'node:net';
import { clientNetwork } from '@coachsite/core/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { earlyError } from './errors.ts';
import { drained } from './upload.ts';

/** Source: docs/security.md#IN-4, docs/security.md#IN-5. */
export const limits = {
  headerBytes: 16 * 1024,
  urlLength: 8 * 1024,
  headersMs: 15_000,
  requestMs: 60_000,
  uploadMs: 300_000,
  keepAliveMs: 72_000,
  /** A connection on which no byte moves for so long is closed: silent ones, and those that do not read. */
  idleMs: 60_000,
  connections: 1000,
  connectionsPerIp: 100,
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
}

/** Whether a path receives files, which may take longer than other bodies. */
export const isUpload = (url: string) =>
  /^\/(api\/admin\/(ebook|site\/portrait)(\?|$)|storage\/v1\/object\/)/.test(url);

/** Ends a request whose body does not arrive in time; an upload, when it arrives too slowly. */
function watchBodies(app: FastifyInstance): void {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  app.addHook('onRequest', async ({ raw, url, method }) => {
    if (method === 'GET' || method === 'HEAD' || raw.complete) return;
    const stop = () => {
      if (!raw.complete) raw.socket.destroy();
    };
    let before = raw.socket.bytesRead;
    const check = () => {
      if (raw.complete) clearInterval(timer);
      else if (raw.socket.bytesRead - before < limits.uploadBytes) stop();
      before = raw.socket.bytesRead;
    };
    const timer = isUpload(url)
      ? setInterval(check, limits.uploadCheckMs)
      : setTimeout(stop, limits.requestMs);
    timer.unref();
    timers.set(raw, timer);
  });
  const forget = async ({ raw }: { raw: object }) => clearTimeout(timers.get(raw));
  app.addHook('onResponse', forget);
  app.addHook('onRequestAbort', forget);
}

/**
 * Receives the rest of a rejected body before the response. Fastify closes the connection behind such a response: where the
 * client still sends, that resets it, and the response may be lost.
 */
function receiveTheRest(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && reply.hasHeader('connection')) await drained(raw);
  });
}

/** Limits the connections per client (IPv6: per /64), except for a trusted proxy. */
function shareConnections(app: FastifyInstance, config: Config): void {
  app.server.maxConnections = limits.connections;
  if (!config.auth.ipRateLimits || config.trustProxy.length > 0) return;
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const ip = clientNetwork(socket.remoteAddress ?? '');
    const count = (open.get(ip) ?? 0) + 1;
    if (count > limits.connectionsPerIp) {
      socket.destroy();
      return;
    }
    open.set(ip, count);
    socket.once('close', () => {
      const left = (open.get(ip) ?? 1) - 1;
      if (left > 0) open.set(ip, left);
      else open.delete(ip);
    });
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
  watchBodies(app);
  receiveTheRest(app);
  app.addHook('onRequest', async ({ url }) => {
    if (url.length > limits.urlLength) throw earlyError(414);
  });
}
