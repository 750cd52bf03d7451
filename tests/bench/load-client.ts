import { Agent, request } from 'node:http';

/** A response, or why there is none. */
export interface LoadResponse {
  /** 0: the connection failed. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
  /** The error code of a failed connection. */
  readonly failure: string;
}

export interface LoadRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly ip: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A client that keeps its connections, at most `connections` of them. */
export function loadClient(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const { hostname, port } = new URL(url);
  const send = ({ path, method = 'GET', ip, headers, body }: LoadRequest): Promise<LoadResponse> =>
    new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({
          status: 0,
          retryAfter: undefined,
          body: '',
          failure: error.code ?? error.message,
        });
      const sent = request({
        agent,
        hostname,
        port,
        path,
        method,
        headers: {
          'x-forwarded-for': ip,
          ...(text && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...headers,
        },
      });
      sent.on('response', (response) => {
        const isJson = String(response.headers['content-type']).includes('json');
        let received = '';
        response.on('error', fail);
        response.on('data', (part: Buffer) => {
          if (isJson) received += part.toString('utf8');
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            body: received,
            failure: '',
          }),
        );
      });
      sent.on('error', fail);
      sent.end(text);
    });
  return { send, close: () => agent.destroy() };
}

export type LoadClient = ReturnType<typeof loadClient>;

/** An IP of the range for private networks, as one of many visitors. */
export const someIp = (): string => {
  const part = () => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
};
