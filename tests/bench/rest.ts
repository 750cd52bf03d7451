import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../../scripts/support/command.ts';
import { httpClient, signUp } from './client.ts';
import { drive } from './drive.ts';
import type { BenchOptions } from './options.ts';
import { putBook, type Server, startSite } from './processes.ts';
import { asked } from './requests.ts';
import { keepResults, median, table } from './results.ts';

const seconds = 1000;
/** How long nobody is there; the pages are made ahead after it. */
const idle = { from: 15 * seconds, until: 45 * seconds };
/** When the memory at rest is read. */
const restAt = 80 * seconds;
/** How long each kind of request is sent in each of three rounds, and when the memory is read once more after them. */
const load = { each: 2 * seconds, rounds: 3, calmAfter: 120 * seconds };

const megabytes = (bytes: number) => bytes / 1_000_000;

/** What visitors ask for, one kind after the other. */
async function visitAll({ url }: Server): Promise<void> {
  const client = httpClient(url, 16);
  for (let round = 0; round < load.rounds; round += 1) {
    for (const { connections, hasMembers, path, of } of asked) {
      const members = hasMembers ? await signUp(client, connections) : [];
      await drive(url, { connections, ...of(url, path, members) }, load.each);
    }
  }
  client.close();
}

/** One site from its start to its rest after a load. */
async function watch(folder: string, checkout: string | undefined) {
  const server = await startSite(folder, {}, checkout);
  try {
    await fetch(server.url);
    const startedAt = Date.now();
    const start = server.cpu() / 1000;
    const until = (ms: number) => wait(Math.max(0, startedAt + ms - Date.now()));
    await until(idle.from);
    const before = server.cpu();
    await until(idle.until);
    const idleSeconds = (idle.until - idle.from) / seconds;
    const nobody = (server.cpu() - before) / 1000 / idleSeconds;
    await until(restAt);
    const rest = megabytes(server.memory());
    await visitAll(server);
    const loaded = megabytes(server.memory());
    await wait(load.calmAfter);
    const calm = megabytes(server.memory());
    return {
      'start to the first page, ms CPU': start,
      'nobody there, ms CPU a second': nobody,
      'at rest, MB': rest,
      'after load, MB': loaded,
      'two minutes later, MB': calm,
    };
  } finally {
    await server.stop();
  }
}

/**
 * Measures what the site takes of a small server that does nothing, beside another checkout of it: processor time of a
 * start and at rest, and resident memory before, right after and two minutes after a load. A round takes five minutes.
 * Goals 24 and 25. Source: docs/performance.md#1.
 */
export async function benchRest({ runs, beside }: BenchOptions): Promise<void> {
  if (beside === undefined) throw new UsageError('rest needs --beside FOLDER');
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-rest-'));
  try {
    const rounds: Record<'site' | 'other', Record<string, number>>[] = [];
    for (const [name, checkout] of [
      ['site', undefined],
      ['beside', beside],
    ] as const) {
      // This makes the database and the keys too: what is measured is a later start.
      mkdirSync(join(folder, name));
      putBook(join(folder, name), {}, { checkout });
    }
    for (let round = 0; round < runs; round += 1) {
      const [site, other] = await Promise.all([
        watch(join(folder, 'site'), undefined),
        watch(join(folder, 'beside'), beside),
      ]);
      rounds.push({ site, other });
    }
    const of = (who: 'site' | 'other', figure: string) =>
      rounds.map((round) => round[who][figure] ?? Number.NaN);
    const rows = Object.keys(rounds[0]?.site ?? {}).map((figure) => {
      const [ours, theirs] = [of('site', figure), of('other', figure)];
      const ratio = median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
      return [figure, ...[median(ours), median(theirs), ratio].map((value) => value.toFixed(2))];
    });
    console.log(table([['', 'site', 'beside', 'ratio'], ...rows]));
    keepResults('rest', rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
