import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgresServer } from '../support/postgres.ts';
import { cpuOf, type Running } from './processes.ts';
import { putBook, type SiteUnderTest, startProcessOfSite } from './site-under-test.ts';

/** Processes of one site on one PostgreSQL database. */
export interface Sites {
  readonly processes: readonly SiteUnderTest[];
  /** The server of the database, whose processor time counts its connections. */
  readonly database: Running;
}

/** Processor time of the server with the number `pid` and of its connections, in microseconds. */
function cpuOfServer(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const numbers = children.filter(Boolean).map(Number);
  return numbers.reduce((sum, number) => sum + cpuOf(number), cpuOf(pid, true));
}

/** Starts a PostgreSQL that syncs what it commits, and `count` processes on it, with an e-book of 20 MB. */
export async function startSites(folder: string, count: number): Promise<Sites> {
  const { url, stop } = await startPostgresServer('--durable');
  const data = join(new URL(url).searchParams.get('host') ?? '', 'data');
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const processes: SiteUnderTest[] = [];
  try {
    // Tokens name the origin of the site, so all processes are given the same.
    const shared = { DATABASE_URL: url, PUBLIC_URL: 'http://127.0.0.1:3000' };
    putBook(folder, shared);
    // One after the other: each start renders pages on every core.
    while (processes.length < count) processes.push(await startProcessOfSite(folder, shared));
  } catch (error) {
    await Promise.all(processes.map((site) => site.stop()));
    await stop();
    throw error;
  }
  return { processes, database: { cpu: () => cpuOfServer(pid), stop } };
}
