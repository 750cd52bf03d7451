import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** A load balancer on the loopback interface. */
export interface RoundRobin {
  readonly url: string;
  /** Gives requests to these ports from now on, each in its turn. */
  readonly use: (ports: readonly number[]) => void;
  /** How many requests each port got. */
  readonly counts: () => ReadonlyMap<number, number>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a proxy that gives each request to the next process, whatever connection it came on, so that no two requests of
 * a visitor in a row meet the same one. It tries nothing twice: a process that is away gets 502.
 */
export async function roundRobin({
  port = 0,
  isInFront = true,
  passes = (headers) => headers,
}: {
  readonly port?: number;
  /** Whether clients connect to it, so that it says where a request comes from; else one before it did. */
  readonly isInFront?: boolean;
  /** What it makes of the headers of a request. */
  readonly passes?: ((headers: NodeJS.Dict<string[]>) => NodeJS.Dict<string[]>) | undefined;
} = {}): Promise<RoundRobin> {
  let targets: readonly number[] = [];
  let turn = 0;
  const counts = new Map<number, number>();
  // It closes no connection that a client keeps: a request would meet its end.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const target = targets[turn % targets.length] ?? 0;
    turn += 1;
    counts.set(target, (counts.get(target) ?? 0) + 1);
    const { method, url } = request;
    const upstream = send(
      { host: '127.0.0.1', port: target, method, path: url, agent: false, setHost: false },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.statusMessage, received.rawHeaders);
        pipeline(received, response, () => undefined);
      },
    );
    for (const [name, values] of Object.entries(passes(request.headersDistinct))) {
      if (values) upstream.setHeader(name, values);
    }
    // Set for this connection alone: a process asked to close it would reset it while a body is still on its way.
    upstream.setHeader('connection', 'keep-alive');
    if (isInFront) upstream.setHeader('x-forwarded-for', request.socket.remoteAddress ?? '');
    // A process may respond before it has read the whole body: the client gets the response, and can send the rest.
    upstream.on('error', () => {
      if (!response.headersSent) response.writeHead(502).end();
    });
    const leave = () => upstream.destroy();
    request.socket.once('close', leave);
    upstream.on('close', () => {
      request.socket.off('close', leave);
      request.unpipe(upstream);
      request.resume();
    });
    request.pipe(upstream);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (ports) => {
      targets = ports;
    },
    counts: () => counts,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
