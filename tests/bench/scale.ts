import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Drive, drive } from './drive.ts';
import type { BenchOptions } from './options.ts';
import { keepResults, median, table } from './results.ts';
import { type Sites, startSites } from './scale-sites.ts';
import {
  bookOf,
  contactOf,
  pageOf,
  quantile,
  refreshOf,
  roundMs,
  several,
  signInOf,
  userOf,
} from './server-scenarios.ts';
import { ebookPath, type Member, type SiteUnderTest, signUp } from './site-under-test.ts';

const counts = [1, 2, 4];
const most = Math.max(...counts);
/** So long after its start a site has rendered its pages ahead, which is not what is measured. */
const settleMs = 20_000;

/** What a number of processes did in one round. Times are milliseconds. */
interface Round {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  readonly p50: number;
  readonly p99: number;
}

interface Measured {
  readonly name: string;
  readonly processes: number;
  readonly rounds: readonly Round[];
}

type Requests = Omit<Drive, 'url' | 'milliseconds'>;

/** The requests for one of `count` processes, which together hold as many connections as one alone. */
type Scenario = (site: SiteUnderTest, index: number, count: number) => Requests;

const refreshPath = '/auth/v1/token?grant_type=refresh_token';

/** What visitors ask for, with members who are signed up now. */
async function scenarios(url: string): Promise<Readonly<Record<string, Scenario>>> {
  // A sign-in of too many ends the oldest session, so these members do nothing else.
  const signers = await several(8, () => signUp(url));
  const members = await several(16, () => signUp(url));
  const someone = members[0] as Member;
  const part = <T>(all: readonly T[], index: number, count: number) =>
    all.filter((_, at) => at % count === index);
  const spread = (requests: Requests, count: number) => ({
    ...requests,
    connections: requests.connections / count,
  });
  // Each refreshes a session of its own: this keeps the newest token of each between rounds.
  const newest = new Map(members.map((member) => [member.email, member]));
  return {
    page: (site, _, count) => spread(pageOf(site.url, '/'), count),
    'e-book of 20 MB': (site, _, count) => spread(bookOf(site.url, ebookPath), count),
    'session check': (site, _, count) => spread(userOf(site.url, '/auth/v1/user', someone), count),
    'sign-in': (site, index, count) => signInOf(site.url, part(signers, index, count)),
    refresh: (site, index, count) => {
      const mine = part(members, index, count).map(({ email }) => newest.get(email) as Member);
      const requests = refreshOf(site.url, refreshPath, mine);
      return {
        ...requests,
        onResponse: (connection, received) => {
          requests.onResponse(connection, received);
          const { email } = mine[connection] as Member;
          const { refresh_token } = JSON.parse(received.body.toString()) as Member;
          newest.set(email, { ...(newest.get(email) as Member), refresh_token });
        },
      };
    },
    contact: (site, _, count) => spread(contactOf(site.url, '/api/contact'), count),
  };
}

/** Sends the requests of one scenario to the first `count` processes at once. */
async function round({ processes, database }: Sites, scenario: Scenario, count: number) {
  const used = processes.slice(0, count);
  const cpu = () => used.reduce((sum, site) => sum + site.cpu(), 0);
  const [before, databaseBefore] = [cpu(), database.cpu()];
  const all = await Promise.all(
    used.map((site, index) =>
      drive({ url: site.url, milliseconds: roundMs, ...scenario(site, index, count) }),
    ),
  );
  const latencies = all.flatMap((one) => one.latencies);
  const responses = latencies.length;
  return {
    perSecond: all.reduce((sum, one) => sum + one.responses / one.seconds, 0),
    cpuMs: (cpu() - before) / 1000 / responses,
    databaseCpuMs: (database.cpu() - databaseBefore) / 1000 / responses,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

const head = ['', 'processes', 'a second', 'ratio to 1', 'ms CPU', 'ms CPU of PostgreSQL'];

function row({ name, processes, rounds }: Measured, alone: readonly Round[]): readonly string[] {
  const middle = (pick: (one: Round) => number) => median(rounds.map(pick));
  const ratios = rounds.map(({ perSecond }, at) => perSecond / (alone[at]?.perSecond ?? 1));
  return [
    name,
    String(processes),
    middle(({ perSecond }) => perSecond).toFixed(0),
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    middle(({ cpuMs }) => cpuMs).toFixed(3),
    middle(({ databaseCpuMs }) => databaseCpuMs).toFixed(3),
    middle(({ p50 }) => p50).toFixed(1),
    middle(({ p99 }) => p99).toFixed(1),
  ];
}

const legend = `Medians of the rounds, with the lowest and highest ratio; processor time of one response as the system counts it,
and milliseconds. The connections are the same in each row, divided among the processes by the client; the client and
PostgreSQL use the cores of this machine too.`;

/** Measures 1, 2 and 4 processes on one PostgreSQL database in alternating rounds. Source: docs/scaling.md#1. */
export async function benchScale({ runs }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-scale-'));
  const sites = await startSites(folder, most);
  try {
    await wait(settleMs);
    const measured: Measured[] = [];
    for (const [name, scenario] of Object.entries(await scenarios(sites.processes[0]?.url ?? ''))) {
      console.error(name);
      const rounds = new Map<number, Round[]>(counts.map((count) => [count, []]));
      // The first round warms all up.
      for (let run = 0; run <= runs; run += 1) {
        for (const count of counts) {
          const done = await round(sites, scenario, count);
          if (run > 0) rounds.get(count)?.push(done);
        }
      }
      for (const [processes, done] of rounds) measured.push({ name, processes, rounds: done });
    }
    const aloneOf = (name: string) =>
      measured.find((one) => one.name === name && one.processes === 1)?.rounds ?? [];
    const rows = measured.map((one) => row(one, aloneOf(one.name)));
    console.log(`${table([[...head, 'p50', 'p99'], ...rows])}\n\n${legend}\n`);
    console.log(`Kept in ${keepResults('scale', measured)}`);
  } finally {
    await Promise.all(sites.processes.map((site) => site.stop()));
    await sites.database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
