import { type ClientRequest, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as requestHttps } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A response of the site, as it arrives at the far side of the proxy. */
export interface ProxyResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ProxyRequest {
  readonly port: number;
  readonly protocol?: 'http' | 'https';
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** The IP that visitors of these tests have, not that of the proxy. */
export const visitorIp = '127.0.0.2';

/**
 * Sends a body until there is a response, and waits a second for one before it sends more than a megabyte, as curl does:
 * one who goes on after an early response may find the connection reset, and the response lost.
 */
async function sendBody(sent: ClientRequest, body: Uint8Array | string): Promise<void> {
  const bytes = Buffer.from(body);
  const pieceBytes = 64 * 1024;
  let isOver = false;
  for (const name of ['response', 'close'])
    sent.once(name, () => {
      isOver = true;
    });
  if (bytes.length > 1024 * 1024) {
    sent.flushHeaders();
    for (const until = Date.now() + 1000; Date.now() < until && !isOver; ) await wait(1);
  }
  for (let at = 0; at < bytes.length && !isOver; at += pieceBytes) {
    sent.write(bytes.subarray(at, at + pieceBytes));
    while (sent.writableNeedDrain && !isOver) await wait(1);
  }
  sent.end();
}

/** Sends a request from `visitorIp` to a proxy of this machine, under the host name of the site. */
export function send(
  path: string,
  {
    port,
    protocol = 'https',
    host = 'coach.example',
    method = 'GET',
    headers = {},
    body,
  }: ProxyRequest,
): Promise<ProxyResponse> {
  const options = {
    host: '127.0.0.1',
    port,
    path,
    method,
    localAddress: visitorIp,
    headers: { host, ...headers },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const sent =
      protocol === 'http'
        ? requestHttp(options)
        : // The certificate is made by the test or the proxy itself.
          requestHttps({ ...options, servername: host, rejectUnauthorized: false });
    sent.on('response', (response) => {
      buffer(response).then(
        (received) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        reject,
      );
    });
    sent.on('error', reject);
    sendBody(sent, body ?? '').catch(reject);
  });
}

/** Sends a GET over HTTP/2, under the host name of the site; resolves with the status. */
export function sendHttp2(path: string, port: number): Promise<number> {
  const options = { servername: 'coach.example', rejectUnauthorized: false };
  const session = connectHttp2(`https://127.0.0.1:${port}`, options);
  return new Promise<number>((resolve, reject) => {
    session.on('error', reject);
    const request = session.request({ ':path': path, ':authority': 'coach.example' });
    request.on('response', (headers) => resolve(Number(headers[':status'])));
    request.on('error', reject);
    request.resume().end();
  }).finally(() => session.destroy());
}

/** Resolves once a proxy accepts requests on its https port. Rejects after 10 s. */
export async function proxyReady(port: number): Promise<void> {
  const until = Date.now() + 10_000;
  for (;;) {
    try {
      await send('/healthz', { port });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Connections of one client on which a request was begun. */
interface HeldOpen {
  /** How many have had no answer, and are open. */
  readonly unanswered: () => number;
  readonly end: () => void;
}

/** Opens `count` connections from an IP of its own, sends the same bytes on each, and waits until all have. */
export async function holdOpen(port: number, count: number, bytes: string): Promise<HeldOpen> {
  const sockets = new Set<TLSSocket>();
  const unanswered = new Set<TLSSocket>();
  const one = async () => {
    const raw = connectTcp({ host: '127.0.0.1', port, localAddress: '127.0.0.3' });
    const servername = 'coach.example';
    const socket = connectTls({ socket: raw, servername, rejectUnauthorized: false });
    sockets.add(socket);
    const gone = new Promise((resolve) => socket.once('close', resolve));
    for (const event of ['data', 'close'])
      socket.on(event, () => {
        unanswered.delete(socket);
      });
    socket.on('error', () => {});
    raw.on('error', () => {});
    await Promise.race([new Promise((resolve) => socket.once('secureConnect', resolve)), gone]);
    if (socket.destroyed) return;
    unanswered.add(socket);
    socket.write(bytes);
  };
  for (let begun = 0; begun < count; begun += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - begun) }, one));
  return {
    unanswered: () => unanswered.size,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
