import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that listens on a free port of the loopback interface. */
export interface Listening {
  /** Origin, without a slash at the end. */
  readonly url: string;
  /** Stops the service and closes its open connections. */
  readonly close: () => Promise<void>;
}

export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The whole body of a request as text. */
export async function readText(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
