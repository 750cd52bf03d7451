import { connect, type Socket } from 'node:net';

/** The requests of a client: one on each connection each time the response of the one before is complete. */
export interface Requests {
  /** Connections, which stay open; each has one request under way. */
  readonly connections: number;
  /** The text of the next request of a connection. */
  readonly next: (connection: number) => string;
  /** Is given the body of every response; without it bodies are only counted. */
  readonly onBody?: (connection: number, body: Buffer) => void;
}

/** A request of HTTP/1.1, with a body of JSON where one is given. */
export function requestText(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const ofBody = { 'content-type': 'application/json', 'content-length': length };
  const all = { host: new URL(url).host, ...headers, ...(text !== '' && ofBody) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${text === '' ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

/** Reads the responses of one connection, which have a length each; calls `done` after each. */
function readResponses(
  socket: Socket,
  keepsBody: boolean,
  done: (head: string, body: Buffer) => void,
) {
  let head = '';
  let waiting: Buffer[] = [];
  let missing = 0;
  const addBody = (part: Buffer) => {
    missing -= part.length;
    if (keepsBody) waiting.push(part);
    if (missing > 0) return;
    const [ended, body] = [head, Buffer.concat(waiting)];
    head = '';
    waiting = [];
    done(ended, body);
  };
  socket.on('data', (part: Buffer) => {
    if (head !== '') return addBody(part);
    const all = Buffer.concat([...waiting, part]);
    const at = all.indexOf('\r\n\r\n');
    waiting = at < 0 ? [all] : [];
    if (at < 0) return;
    head = all.toString('latin1', 0, at);
    missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(missing)) throw new Error(`A response without a length: ${head}`);
    addBody(all.subarray(at + 4));
  });
}

/**
 * Sends requests over open connections for some time. Resolves with how long that was and the times from sending a request
 * to the end of its response, in milliseconds; rejects at a response that is no success.
 */
export async function drive(
  url: string,
  { connections, next, onBody }: Requests,
  milliseconds: number,
) {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const startedAt = performance.now();
  const one = (connection: number) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        socket.write(next(connection));
      };
      const socket = connect(Number(port), hostname, send).setNoDelay(true);
      readResponses(socket, onBody !== undefined, (head, body) => {
        const now = performance.now();
        latencies.push(now - sentAt);
        const isSuccess = /^HTTP\/1\.1 2/.test(head);
        if (isSuccess) onBody?.(connection, body);
        else reject(new Error(head));
        if (isSuccess && now < startedAt + milliseconds) send();
        else socket.destroy();
      });
      socket.on('error', reject).on('close', () => resolve());
    });
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index)));
  return { seconds: (performance.now() - startedAt) / 1000, latencies };
}
