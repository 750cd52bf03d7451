import { UsageError } from '../../scripts/support/command.ts';
import { quantile, table } from './results.ts';

/** What `npm run scaling -- --help` prints. */
export const help = `npm run scaling -- [--visits N] [--peak-share S] [--hit-rate H] [--busy B] [--seed N] [--json]

What a day with 1 to 1000 times the visits needs, with and without a CDN. A model: the costs of a request are measured
(docs/scaling.md), the rest is computed and simulated.

  --visits N       visits in a day at 1× (1000)
  --peak-share S   share of them in the busiest hour (0.3, as when a guide goes viral)
  --hit-rate H     share of the pages, files and e-books that the CDN serves by itself (0.9)
  --busy B         share of the time that a process may be busy in that hour (0.6)
  --seed N         of the simulated arrivals (1)
  --json           the same as JSON`;

const legend = `The busiest hour. Processes have a core each. Waits are milliseconds for a processor, simulated with a queue for
each process, as behind a round-robin proxy. Connections are those that busy processes open.`;

const value = { type: 'string' } as const;

/** Options of the command, for `runCommand`. */
export const scalingOptions = {
  ...{ visits: value, 'peak-share': value, 'hit-rate': value, busy: value, seed: value },
  json: { type: 'boolean' },
} as const;

type Given = { readonly [Name in keyof typeof scalingOptions]?: string | boolean | undefined };

/**
 * What a response of each path sends and costs in processor time of the site and of PostgreSQL, by `npm run bench -- scale`
 * on 26 November 2026; a file costs no more than a page. How often a visit asks for each is assumed, for visitors who come
 * for the guide. Source: docs/scaling.md#1.
 */
const paths = (
  [
    ['page', 0.017, 3, 0.032, 0.008, true],
    ['file', 0.012, 8, 0.032, 0, true],
    ['e-book of 20 MB', 20, 0.4, 5.215, 0.67, true],
    ['session check', 0.001, 0.2, 0.483, 0.283, false],
    ['sign-in', 0.003, 0.02, 14.836, 3.146, false],
    ['refresh', 0.003, 0.05, 0.842, 0.614, false],
    ['contact', 0.001, 0.02, 0.646, 0.538, false],
  ] as const
).map(([name, megabytes, perVisit, siteMs, databaseMs, isCacheable]) => ({
  ...{ name, megabytes, perVisit, siteMs, databaseMs, isCacheable },
}));

/** Connections that one process opens at most, and enough requests for a steady state. */
const [connectionsEach, simulatedRequests] = [11, 200_000];

/** Waits in milliseconds, of Poisson arrivals with exponential service times that go to the servers in turn. */
export function waitsOf(perSecond: number, serviceMs: number, servers: number, seed: number) {
  // Lehmer's generator, whose states are from 1 to 2 ** 31 - 2.
  const modulus = 2 ** 31 - 1;
  let state = 1 + (Math.abs(seed) % (modulus - 1));
  const exponential = (mean: number) => {
    state = (state * 48_271) % modulus;
    return -mean * Math.log(state / modulus);
  };
  const freeAt = new Array<number>(servers).fill(0);
  let now = 0;
  return Array.from({ length: simulatedRequests }, (_, n) => {
    now += exponential(1000 / perSecond);
    const begin = Math.max(now, freeAt[n % servers] ?? 0);
    freeAt[n % servers] = begin + exponential(serviceMs);
    return begin - now;
  });
}

/** Reads the assumptions. Throws a `UsageError` for one that cannot be. */
function assumptionsOf(given: Given) {
  const read = (name: keyof Given, usual: number, isRight: (value: number) => boolean) => {
    const text = String(given[name] ?? usual);
    if (text.trim() !== '' && isRight(Number(text))) return Number(text);
    throw new UsageError(`--${name} cannot be ${text}`);
  };
  return {
    visits: read('visits', 1000, (n) => n > 0 && n <= 1e6),
    peakShare: read('peak-share', 0.3, (n) => n > 0 && n <= 1),
    hitRate: read('hit-rate', 0.9, (n) => n >= 0 && n <= 1),
    busy: read('busy', 0.6, (n) => n > 0 && n < 1),
    seed: read('seed', 1, Number.isSafeInteger),
  };
}

/** What the busiest hour needs at `factor` times the visits. */
function needOf(factor: number, hasCdn: boolean, assumed: ReturnType<typeof assumptionsOf>) {
  const { visits, peakShare, hitRate, busy, seed } = assumed;
  const sum = (of: (path: (typeof paths)[number]) => number) =>
    paths.reduce((all, path) => {
      const reaching = hasCdn && path.isCacheable ? 1 - hitRate : 1;
      return all + ((visits * factor * peakShare) / 3600) * path.perVisit * reaching * of(path);
    }, 0);
  const perSecond = sum(() => 1);
  const siteMs = sum((path) => path.siteMs);
  const databaseUtilisation = sum(({ databaseMs }) => databaseMs) / 1000;
  const processes = Math.max(1, Math.ceil(siteMs / 1000 / busy));
  const waits = waitsOf(perSecond, siteMs / perSecond, processes, seed);
  return {
    factor,
    hasCdn,
    perSecond,
    megabits: sum(({ megabytes }) => megabytes) * 8,
    processes,
    utilisation: siteMs / 1000 / processes,
    meanWaitMs: waits.reduce((all, wait) => all + wait, 0) / waits.length,
    p99WaitMs: quantile(waits, 0.99),
    databaseCores: Math.max(1, Math.ceil(databaseUtilisation / busy)),
    databaseUtilisation,
    connections: processes * connectionsEach,
  };
}

/** Prints what the factors need. */
export async function printScaling(given: Given): Promise<void> {
  const assumed = assumptionsOf(given);
  const cases = [1, 10, 100, 1000].flatMap((factor) => [
    [factor, false] as const,
    [factor, true] as const,
  ]);
  const needs = cases.map(([factor, hasCdn]) => needOf(factor, hasCdn, assumed));
  if (given.json) return console.log(JSON.stringify({ ...assumed, paths, needs }, null, 2));
  const head = ',requests/s,Mbit/s,processes,busy,wait,p99,database cores,of them busy,connections';
  const rows = needs.map((one) =>
    `${one.factor}×${one.hasCdn ? ' with a CDN' : ''},${one.perSecond.toFixed(1)},${one.megabits.toFixed(0)}
${one.processes},${(one.utilisation * 100).toFixed(0)} %,${one.meanWaitMs.toFixed(2)},${one.p99WaitMs.toFixed(1)}
${one.databaseCores},${one.databaseUtilisation.toFixed(2)},${one.connections}`.split(/[,\n]/),
  );
  console.log(`${table([head.split(','), ...rows])}\n\n${legend}`);
}
