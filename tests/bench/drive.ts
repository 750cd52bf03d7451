import { connect, type Socket } from 'node:net';

/** What one client did: a request each time the response of the one before is complete. */
export interface Driven {
  readonly responses: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Times from sending a request to the end of its response, in milliseconds. */
  readonly latencies: readonly number[];
}

export interface Drive {
  readonly url: string;
  /** Connections, which stay open; each has one request under way. */
  readonly connections: number;
  readonly milliseconds: number;
  /** The next request of a connection. */
  readonly next: (connection: number) => string;
  /** Is given every response, with its body; without it bodies are only counted. */
  readonly onResponse?: (connection: number, response: Received) => void;
}

export interface Received {
  readonly head: string;
  readonly body: Buffer;
}

/** The text of a request of HTTP/1.1, with a body of JSON where one is given. */
export function requestText(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): string {
  const { host } = new URL(url);
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host,
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Reads the responses of one connection, which have a length each; calls `done` after each. */
function readResponses(socket: Socket, keepsBody: boolean, done: (received: Received) => void) {
  let head = '';
  let waiting: Buffer[] = [];
  let missing = 0;
  const end = () => {
    const received = { head, body: Buffer.concat(waiting) };
    head = '';
    waiting = [];
    done(received);
  };
  socket.on('data', (part: Buffer) => {
    if (head !== '') {
      missing -= part.length;
      if (keepsBody) waiting.push(part);
      if (missing <= 0) end();
      return;
    }
    const all = waiting.length > 0 ? Buffer.concat([...waiting, part]) : part;
    const at = all.indexOf(headEnd);
    if (at < 0) {
      waiting = [all];
      return;
    }
    head = all.toString('latin1', 0, at);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`A response without a length: ${head}`);
    const body = all.subarray(at + headEnd.length);
    waiting = keepsBody ? [body] : [];
    missing = length - body.length;
    if (missing <= 0) end();
  });
}

/** Sends requests over open connections for some time. Rejects at a response that is no success. */
export async function drive(options: Drive): Promise<Driven> {
  const { url, connections, milliseconds, next, onResponse } = options;
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  let bytes = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + milliseconds;
  const one = (connection: number) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        socket.write(next(connection));
      };
      const socket = connect(Number(port), hostname, send);
      socket.setNoDelay(true);
      readResponses(socket, onResponse !== undefined, (received) => {
        const now = performance.now();
        latencies.push(now - sentAt);
        if (!/^HTTP\/1\.1 2/.test(received.head)) {
          reject(new Error(`${received.head}\n${received.body}`));
          socket.destroy();
          return;
        }
        onResponse?.(connection, received);
        if (now < endsAt) send();
        else socket.destroy();
      });
      socket.on('data', (part) => {
        bytes += part.length;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index)));
  const seconds = (performance.now() - startedAt) / 1000;
  return { responses: latencies.length, seconds, bytes, latencies };
}
