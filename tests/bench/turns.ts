import { CommandError } from '../../scripts/support/command.ts';
import { person, personOf } from '../support/full-tables.ts';
import { httpClient, json, type Sent } from './client.ts';
import { startForked } from './forked.ts';
import type { BenchOptions } from './options.ts';
import { keepResults, table } from './results.ts';
import { strangerRequests } from './stranger-requests.ts';

/** The most that a request may hold the event loop, in milliseconds. Source: docs/performance.md#goal-19. */
const turnGoalMs = 50;
/** Processor time of the main thread for a stranger's request, in milliseconds. Source: docs/performance.md#goal-21. */
const strangerGoalMs = 2;
/** Requests of a stranger before anything is measured, so that whatever has a limit is over it, and those measured. */
const [strangersBefore, strangersMeasured] = [100, 200];

/** Reads of the admin area, by the tables that grow with the visitors. */
const reads = `overview messages messages?status=archived messages?offset=59000 messages?q=drie%20keer messages?q=nergens
  messages?q=vraag%2059999 messages?format=csv messages?format=csv&q=vraag notify notify?format=csv mails security-events
  security-events?type=admin_access client-errors?q=typeerror ebook/stats ebook/stats?format=csv
  consents/00000007-0007-4000-8000-000000000000`;

/** Each request that reads such a table, as it is sent in one of several runs. */
const requests: readonly ((run: number) => Sent)[] = [
  ...reads.split(/\s+/).map((path) => () => ({ path: `/api/admin/${path}` })),
  () => json('/api/admin/person/export', { email: person }),
  // Another person in each run: one who is erased already is not found.
  (run) => json('/api/admin/person/erase', { email: personOf(run) }),
  ...['/api/account/export', '/metrics', '/shop?q=energie'].map((path) => () => ({ path })),
  () => strangerRequests['form with mistakes']?.(0) ?? { path: '/contact' },
];

/** Starts the site with full tables, and a client with one connection. */
async function openFullSite(env: Readonly<Record<string, string>>) {
  console.error('Filling the tables');
  const { ready, ask, stop } = await startForked<{ url: string; headers: Record<string, string> }>(
    'site-server.ts',
    ['full'],
    env,
  );
  const { send, close } = httpClient(ready.url, 1);
  return {
    /** Sends a request. Throws a `CommandError` when it fails. */
    send: async (sent: Sent, headers: Sent['headers'] = {}) => {
      const { status, body } = await send({ ...sent, headers: { ...headers, ...sent.headers } });
      if (status === 0 || status >= 500) throw new CommandError(`${sent.path} led to ${status}`);
      return { status, body };
    },
    asAdmin: ready.headers,
    ask: (what: 'longest' | 'processor') => ask<number>(what),
    stop: () => {
      close();
      return stop();
    },
  };
}

type Measured = Readonly<Record<'name' | 'status' | 'note', string>> & { readonly ms: number };

/** Prints what was measured. Throws a `CommandError` when one is over the goal. */
function judge(bench: string, measured: readonly Measured[], goalMs: number): void {
  const rows = measured.map(({ name, status, ms, note }) => [name, status, ms.toFixed(2), note]);
  console.log(table([['request', 'status', 'ms', ''], ...rows]));
  keepResults(bench, measured);
  const missed = measured.filter(({ ms }) => ms > goalMs).map(({ name }) => name);
  if (missed.length > 0) throw new CommandError(`More than ${goalMs} ms: ${missed.join(', ')}`);
}

/** The longest turn of the event loop during each request to a site with full tables. */
export async function benchTurns({ runs, paths }: BenchOptions): Promise<void> {
  const site = await openFullSite({});
  try {
    const measured: Measured[] = [];
    for (const request of requests) {
      const name = request(0).path;
      if (paths.length > 0 && !paths.includes(name)) continue;
      const turns: number[] = [];
      let [status, kb] = ['', 0];
      for (let run = 0; run < runs; run += 1) {
        await site.ask('longest');
        const received = await site.send(request(run), site.asAdmin);
        [status, kb] = [String(received.status), received.body.length / 1000];
        turns.push(await site.ask('longest'));
      }
      const note = `${kb.toFixed(0)} KB, worst run ${Math.max(...turns).toFixed(0)}`;
      // What else this machine does lengthens single turns, so the shortest of several runs counts.
      measured.push({ name, status, ms: Math.min(...turns), note });
    }
    judge('turns', measured, turnGoalMs);
  } finally {
    await site.stop();
  }
}

/** What the requests that cost most take of the main thread of such a site, once every limit of an IP is exceeded. */
export async function benchStrangers(): Promise<void> {
  const site = await openFullSite({ AUTH_IP_RATE_LIMITS: 'on' });
  try {
    const measured: Measured[] = [];
    for (const [name, make] of Object.entries(strangerRequests)) {
      for (let n = 0; n < strangersBefore; n += 1) await site.send(make(n));
      const statuses = new Set<number>();
      const before = await site.ask('processor');
      for (let n = 0; n < strangersMeasured; n += 1)
        statuses.add((await site.send(make(strangersBefore + n))).status);
      const ms = ((await site.ask('processor')) - before) / strangersMeasured;
      measured.push({ name, status: [...statuses].join(' '), ms, note: '' });
    }
    judge('strangers', measured, strangerGoalMs);
  } finally {
    await site.stop();
  }
}
