import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CommandError } from '../../scripts/support/command.ts';
import { person, personOf, rows } from './full-tables.ts';
import type { BenchOptions } from './options.ts';
import { keepResults, table } from './results.ts';

/** No request may hold the event loop longer, in milliseconds. Source: docs/performance.md#goal-19. */
const goalMs = 50;

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Each request that reads a table which grows with the visitors, as it is sent in one of several runs. */
const requests: readonly (readonly [string, (RequestInit | ((run: number) => RequestInit))?])[] = [
  ['/api/admin/overview'],
  ['/api/admin/messages'],
  ['/api/admin/messages?status=archived'],
  ['/api/admin/messages?offset=59000'],
  ['/api/admin/messages?q=drie%20keer'],
  ['/api/admin/messages?q=nergens'],
  ['/api/admin/messages?q=vraag%2059999'],
  ['/api/admin/messages?format=csv'],
  ['/api/admin/messages?format=csv&q=vraag'],
  ['/api/admin/notify'],
  ['/api/admin/notify?format=csv'],
  ['/api/admin/mails'],
  ['/api/admin/security-events'],
  ['/api/admin/security-events?type=admin_access'],
  ['/api/admin/client-errors?q=typeerror'],
  ['/api/admin/ebook/stats'],
  ['/api/admin/ebook/stats?format=csv'],
  ['/api/admin/consents/00000007-0007-4000-8000-000000000000'],
  ['/api/admin/person/export', json({ email: person })],
  // Another person in each run: one who is erased already is not found.
  ['/api/admin/person/erase', (run) => json({ email: personOf(run) })],
  ['/api/account/export'],
  ['/metrics'],
  ['/shop?q=energie'],
  ['/contact', { ...json(''), headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
];

/**
 * Sends requests to a site with full tables and reports the longest turn of its event loop during each. Throws a
 * `CommandError` when one is longer than the goal. Source: docs/performance.md#goal-19.
 */
export async function benchTurns({ runs, paths }: BenchOptions): Promise<void> {
  console.error(`Filling ${Object.values<number>(rows).reduce((a, b) => a + b)} rows`);
  const child = fork(join(import.meta.dirname, 'turns-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  try {
    const [{ url, headers }] = (await once(child, 'message')) as [
      { url: string; headers: Record<string, string> },
    ];
    const longest = async () => {
      child.send('longest');
      const [ms] = (await once(child, 'message')) as [number];
      return ms;
    };
    const measured: { path: string; status: number; bytes: number; turns: number[] }[] = [];
    const isAsked = ([path]: readonly [string, unknown?]) =>
      paths.length === 0 || paths.includes(path);
    for (const [path, init = {}] of requests.filter(isAsked)) {
      const turns: number[] = [];
      let [status, bytes] = [0, 0];
      for (let run = 0; run < runs; run += 1) {
        await longest();
        const sent = typeof init === 'function' ? init(run) : init;
        const response = await fetch(url + path, {
          ...sent,
          signal: AbortSignal.timeout(120_000),
          headers: { ...headers, ...sent.headers },
        });
        bytes = (await response.arrayBuffer()).byteLength;
        status = response.status;
        turns.push(await longest());
      }
      if (status >= 500) throw new CommandError(`${path} responded with ${status}`);
      measured.push({ path, status, bytes, turns });
    }
    const sorted = measured.map(({ turns, ...one }) => ({
      ...one,
      // What else this machine does lengthens single turns, so the shortest of several runs counts.
      ms: Math.min(...turns),
      most: Math.max(...turns),
    }));
    console.log(
      table([
        ['request', 'status', 'KB', 'longest turn, ms', 'worst run'],
        ...sorted.map(({ path, status, bytes, ms, most }) => [
          path,
          String(status),
          (bytes / 1000).toFixed(0),
          ms.toFixed(0),
          most.toFixed(0),
        ]),
      ]),
    );
    console.log(`Kept in ${keepResults('turns', sorted)}`);
    const missed = sorted.filter(({ ms }) => ms > goalMs);
    if (missed.length > 0)
      throw new CommandError(
        `Longer than ${goalMs} ms: ${missed.map(({ path }) => path).join(', ')}`,
      );
  } finally {
    child.disconnect();
  }
}
