import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';

/** A request as it is sent. */
export interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response, or why there is none: then its status is 0. */
export interface Received {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Without those of the connection. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  /** The error code of a failed connection. */
  readonly failure: string;
}

/** Any key is accepted. */
export const apikey = { apikey: 'coachsite-public' };
export const ebookPath = '/storage/v1/object/public/ebook/free-guide.pdf';
export const refreshPath = '/auth/v1/token?grant_type=refresh_token';
export const signInPath = '/auth/v1/token?grant_type=password';

/** A request with a body of JSON. */
export const json = (path: string, body: unknown, method = 'POST'): Sent => ({
  method,
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...apikey },
});

/** The fields of a contact message that nobody has sent before. */
export const newMessage = () => ({
  name: 'An',
  email: 'an@example.com',
  subject: 'Question',
  message: `How long does the program take? ${randomUUID()}`,
});

/** A client that keeps its connections, at most `connections` of them. */
export function httpClient(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const send = ({ path, body = '', headers, ...options }: Sent): Promise<Received> =>
    new Promise((resolve) => {
      const fail = ({ code, message }: NodeJS.ErrnoException) =>
        resolve({
          ...{ status: 0, retryAfter: undefined, headers: {} },
          ...{ body: Buffer.of(), failure: code ?? message },
        });
      const read = (response: IncomingMessage) => {
        const parts: Buffer[] = [];
        const { statusCode: status = 0 } = response;
        const { connection, 'keep-alive': kept, date, ...headers } = response.headers;
        response.on('error', fail).on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const retryAfter = headers['retry-after'];
          resolve({ status, retryAfter, headers, body: Buffer.concat(parts), failure: '' });
        });
      };
      const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
      request(url + path, { ...options, agent, headers: { ...length, ...headers } })
        .on('error', fail)
        .on('response', read)
        .end(body);
    });
  return { send, close: () => agent.destroy() };
}

export type HttpClient = ReturnType<typeof httpClient>;

/** The same request from one of many visitors: from an IP of the range for private networks. */
export function fromSomeone(sent: Sent): Sent {
  const ip = `10.${randomBytes(3).join('.')}`;
  return { ...sent, headers: { 'x-forwarded-for': ip, ...sent.headers } };
}

/** Somebody who can sign in. */
export interface Member {
  readonly email: string;
  readonly password: string;
  readonly access_token: string;
  refresh_token: string;
}

/** Signs up `count` people at once, each again while the server is busy. Rejects when one is refused. */
export function signUp({ send }: HttpClient, count: number): Promise<readonly Member[]> {
  const one = async (): Promise<Member> => {
    const who = { email: `${randomUUID()}@example.com`, password: 'Tr0ubadour&Kite' };
    const { status, body } = await send(fromSomeone(json('/auth/v1/signup', who)));
    if (status === 503) return one();
    if (status !== 200) throw new Error(`A sign-up got ${status}: ${body}`);
    return { ...who, ...(JSON.parse(body.toString()) as Member) };
  };
  return Promise.all(Array.from({ length: count }, one));
}
