import { request } from 'node:http';
import type { App } from '@coachsite/server/app';

type Headers = Readonly<Record<string, unknown>>;

export type Method = 'GET' | 'HEAD';

export interface RawResponse {
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly body: string;
}

/** Without what differs between two responses to one request: when, and what the connection does. */
const comparable = ({ date, connection, 'keep-alive': keepAlive, ...headers }: Headers) => ({
  ...headers,
  'set-cookie': [headers['set-cookie'] ?? []].flat(),
});

/** The response that a client gets. */
export function overTheWire(
  url: string,
  path: string,
  headers: Record<string, string>,
  method: Method = 'GET',
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: comparable(response.headers),
          body: Buffer.concat(parts).toString('base64'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The response of the framework, which no socket reaches. */
export async function byFramework(
  { app, url }: { readonly app: App; readonly url: string },
  path: string,
  headers: Record<string, string>,
  method: Method = 'GET',
): Promise<RawResponse> {
  const host = new URL(url).host;
  const {
    statusCode,
    headers: sent,
    rawPayload,
  } = await app.inject({
    method,
    url: path,
    headers: { ...headers, host },
  });
  return {
    status: statusCode,
    headers: comparable(sent),
    body: rawPayload.toString('base64'),
  };
}
