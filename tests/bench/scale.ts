import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgresServer } from '../support/postgres.ts';
import { httpClient, signUp } from './client.ts';
import type { BenchOptions } from './options.ts';
import { cpuOf, putBook, type Server, startSite } from './processes.ts';
import { asked } from './requests.ts';
import { compareInRounds, driven, type Scenario } from './rounds.ts';

const counts = [1, 2, 4];

/** Processor time of the PostgreSQL with the number `pid` and of its connections, in microseconds. */
function cpuOfDatabase(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const numbers = children.filter(Boolean).map(Number);
  return numbers.reduce((sum, number) => sum + cpuOf(number), cpuOf(pid, true));
}

/** What visitors ask for, with members who are signed up now, of 1, 2 and 4 processes that share the connections. */
async function scenariosOf(sites: readonly Server[], database: Pick<Server, 'cpu'>) {
  const client = httpClient(sites[0]?.url ?? '', 16);
  const scenarios: Scenario[] = [];
  for (const { name, path, connections, hasMembers, of } of asked) {
    if (connections < sites.length) continue;
    const members = hasMembers ? await signUp(client, connections) : [];
    const arm = (count: number) =>
      driven(
        sites.slice(0, count),
        (url, index) => {
          const own = members.filter((_, at) => at % count === index);
          return { connections: connections / count, ...of(url, path, own) };
        },
        database,
      );
    const arms = Object.fromEntries(counts.map((count) => [`${count}`, arm(count)]));
    scenarios.push({ name, arms, compared: counts.slice(1).map((count) => [`${count}`, '1']) });
  }
  client.close();
  return scenarios;
}

/**
 * Measures 1, 2 and 4 processes on one PostgreSQL that syncs what it commits; the client and PostgreSQL use the cores of
 * this machine too. Source: docs/scaling.md#1.
 */
export const benchScale = ({ runs }: BenchOptions): Promise<void> =>
  compareInRounds('scale', runs, async (folder, stops) => {
    const { url, stop } = await startPostgresServer('--durable');
    stops.push(stop);
    const data = join(new URL(url).searchParams.get('host') ?? '', 'data');
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    // Tokens name the origin of the site, so all processes are given the same.
    const shared = { DATABASE_URL: url, PUBLIC_URL: 'http://127.0.0.1:3000' };
    putBook(folder, shared);
    const sites: Server[] = [];
    // One after the other: each start renders pages on every core.
    while (sites.length < Math.max(...counts)) {
      const site = await startSite(folder, shared);
      stops.push(site.stop);
      sites.push(site);
    }
    return scenariosOf(sites, { cpu: () => cpuOfDatabase(pid) });
  });
