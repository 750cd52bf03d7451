import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBareNode, startNginx } from './floors.ts';
import type { BenchOptions } from './options.ts';
import { keepResults, median, table } from './results.ts';
import { type Round, scenariosOf } from './server-scenarios.ts';
import { startSite } from './site-under-test.ts';

/** So long after its start the site has rendered its pages ahead, which is not what is measured. */
const settleMs = 16_000;

interface Measured {
  readonly name: string;
  readonly goal: string;
  readonly rounds: readonly {
    readonly site: Round;
    readonly floor: Round;
    readonly nginx?: Round;
  }[];
}

/** The median of the rounds, and how far they lie apart. */
function spread(values: readonly number[]): string {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`;
}

const head = [
  '',
  'a second',
  'floor',
  'ratio',
  'µs CPU',
  'floor',
  'ratio',
  'p50',
  'p99',
  'floor p99',
  'beside nginx',
  'goal',
];

function row({ name, goal, rounds }: Measured): readonly string[] {
  const middle = (pick: (round: Measured['rounds'][number]) => number) => median(rounds.map(pick));
  const ratios = (pick: (round: Round) => number) =>
    spread(rounds.map(({ site, floor }) => pick(site) / pick(floor)));
  const besideNginx = rounds.flatMap(({ site, nginx }) =>
    nginx ? [site.perSecond / nginx.perSecond] : [],
  );
  return [
    name,
    middle(({ site }) => site.perSecond).toFixed(0),
    middle(({ floor }) => floor.perSecond).toFixed(0),
    ratios(({ perSecond }) => perSecond),
    middle(({ site }) => site.cpuMicroseconds).toFixed(0),
    middle(({ floor }) => floor.cpuMicroseconds).toFixed(0),
    ratios(({ cpuMicroseconds }) => cpuMicroseconds),
    middle(({ site }) => site.p50).toFixed(1),
    middle(({ site }) => site.p99).toFixed(1),
    middle(({ floor }) => floor.p99).toFixed(1),
    besideNginx.length > 0 ? spread(besideNginx) : '–',
    goal,
  ];
}

const legend = `Medians of the rounds, with the lowest and highest ratio; responses a second, processor time of one as the
system counts it, and milliseconds. The floor is node:http with the same work in memory and SQLite, and for a sign-in argon2
alone; nginx has one worker.`;

/** Measures the server beside its floors in alternating rounds. Goals 8 to 15. Source: docs/performance.md#1. */
export async function benchServer({ runs }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-server-'));
  const site = await startSite(folder);
  const bare = await startBareNode(folder);
  const nginx = await startNginx(folder);
  try {
    await wait(settleMs);
    const measured: Measured[] = [];
    for (const { name, goal, site: ours, floor, nginx: theirs } of await scenariosOf(
      site,
      bare,
      nginx,
    )) {
      console.error(name);
      const rounds = [];
      // The first round warms all up.
      for (let round = 0; round <= runs; round += 1) {
        const floorRound = await floor();
        const siteRound = await ours();
        const nginxRound = theirs ? { nginx: await theirs() } : {};
        rounds.push({ site: siteRound, floor: floorRound, ...nginxRound });
      }
      measured.push({ name, goal, rounds: rounds.slice(1) });
    }
    console.log(`${table([head, ...measured.map(row)])}\n\n${legend}\n`);
    console.log(`Kept in ${keepResults('server', measured)}`);
  } finally {
    await Promise.all([site, bare, nginx].map((server) => server?.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}
