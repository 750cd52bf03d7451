import { connect } from 'node:net';
import type { BenchOptions } from './options.ts';
import { keepResults, median, table } from './results.ts';
import { type BenchServer, startServer } from './servers.ts';

/** Connections kept open at once, and the length of a round, in milliseconds. */
const connections = 16;
const roundMs = 2000;

interface Round {
  readonly requestsPerSecond: number;
  readonly cpuMicrosecondsPerRequest: number;
}

interface Served {
  readonly body: Buffer;
  readonly head: string;
}

const request = (host: string, path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: gzip, deflate, br\r\ncookie: language=nl\r\n\r\n`;

/** Sends one request and returns the raw response. */
function askOnce(url: string, path: string): Promise<Served> {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    let all = Buffer.alloc(0);
    const socket = connect(Number(port), hostname, () => socket.write(request(host, path)));
    socket.on('error', reject);
    socket.on('data', (part) => {
      all = Buffer.concat([all, part]);
      const end = all.indexOf('\r\n\r\n') + 4;
      const head = all.subarray(0, end).toString('latin1');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (end < 4 || all.length < end + length) return;
      socket.destroy();
      resolve({ head, body: all.subarray(end) });
    });
  });
}

/**
 * Sends requests over open connections. All responses have the same length, so the bytes received give their number.
 */
async function ask(server: BenchServer, path: string, responseBytes: number): Promise<Round> {
  const { hostname, port, host } = new URL(server.url);
  const text = request(host, path);
  let responses = 0;
  const cpuBefore = await server.cpu();
  const startedAt = performance.now();
  const endsAt = startedAt + roundMs;
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          let left = responseBytes;
          const socket = connect(Number(port), hostname, () => socket.write(text));
          socket.on('error', reject);
          socket.on('close', () => resolve());
          socket.on('data', ({ length }) => {
            left -= length;
            if (left > 0) return;
            left = responseBytes;
            responses += 1;
            if (performance.now() < endsAt) socket.write(text);
            else socket.destroy();
          });
        }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    requestsPerSecond: responses / seconds,
    cpuMicrosecondsPerRequest: ((await server.cpu()) - cpuBefore) / responses,
  };
}

/**
 * Measures one page from memory against node:http with the same bytes. Source: docs/performance.md#goal-8,
 * docs/performance.md#goal-9.
 */
export async function benchServing({ runs, paths }: BenchOptions): Promise<void> {
  const path = paths[0] ?? '/';
  const site = await startServer('site-server.ts');
  const { head, body } = await askOnce(site.url, path);
  const bare = await startServer('bare-server.ts', [body.toString('base64')]);
  const bareResponse = await askOnce(bare.url, path);
  try {
    const siteBytes = head.length + body.length;
    const bareBytes = bareResponse.head.length + bareResponse.body.length;
    const rounds: { site: Round; bare: Round }[] = [];
    // The first round warms both up.
    for (let round = 0; round <= runs; round += 1) {
      rounds.push({
        bare: await ask(bare, path, bareBytes),
        site: await ask(site, path, siteBytes),
      });
    }
    rounds.shift();
    const of = (who: 'site' | 'bare', what: keyof Round) =>
      median(rounds.map((round) => round[who][what]));
    const ratioOf = (what: keyof Round) =>
      median(rounds.map(({ site: ours, bare: floor }) => ours[what] / floor[what]));
    const line = (what: keyof Round, name: string, goal: string) => [
      name,
      of('site', what).toFixed(0),
      of('bare', what).toFixed(0),
      ratioOf(what).toFixed(2),
      goal,
    ];
    console.log(
      table([
        [`${path}, ${body.length} bytes`, 'site', 'node:http', 'ratio', 'goal'],
        line('cpuMicrosecondsPerRequest', 'CPU for each request (µs)', '≤ 1.3'),
        line('requestsPerSecond', 'requests per second', '≥ 0.80'),
      ]),
    );
    console.log(`Kept in ${keepResults('serving', { path, bytes: body.length, rounds })}`);
  } finally {
    await site.stop();
    await bare.stop();
  }
}
