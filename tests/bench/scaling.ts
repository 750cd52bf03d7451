import { UsageError } from '../../scripts/support/command.ts';
import { table } from './results.ts';
import { measuredPaths } from './scaling-costs.ts';
import { demandOf, erlangC, serversFor, simulate } from './scaling-model.ts';

/** What `npm run scaling -- --help` prints. */
export const help = `npm run scaling -- [--visits N] [--peak-share S] [--hit-rate H] [--busy B] [--seed N] [--json]

What a day with 1, 10, 100 and 1000 times the visits needs, with and without a CDN: processes, cores of PostgreSQL,
connections, how busy they are, and how long a request waits for a processor. A model: the costs of a request are measured
(docs/scaling.md), the rest is computed and simulated. It starts no server.

  --visits N       visits in a day at 1× (1000)
  --peak-share S   share of them in the busiest hour (0.3, as when a guide goes viral)
  --hit-rate H     share of the pages, files and e-books that the CDN serves by itself (0.9)
  --busy B         share of the time that a process may be busy in that hour (0.6)
  --seed N         of the simulated arrivals (1)
  --json           the same as JSON`;

/** Options of the command, for `runCommand`. */
export const scalingOptions = {
  visits: { type: 'string' },
  'peak-share': { type: 'string' },
  'hit-rate': { type: 'string' },
  busy: { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const factors = [1, 10, 100, 1000];
/** Connections that one process opens at most: its pool, and one for the locks of sign-ins. */
const connectionsEach = 11;
/** Long enough for a steady state, and computed within a second. */
const simulatedRequests = 200_000;

function numberOf(option: string, text: string, isRight: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === '' || !isRight(value)) throw new UsageError(`--${option} cannot be ${text}`);
  return value;
}

interface Assumptions {
  readonly visits: number;
  readonly peakShare: number;
  readonly hitRate: number;
  readonly busy: number;
  readonly seed: number;
}

/** What one factor needs, with a CDN or without. */
function need(factor: number, hasCdn: boolean, assumed: Assumptions) {
  const { visits, peakShare, busy, seed } = assumed;
  const hitRate = hasCdn ? assumed.hitRate : 0;
  const { perSecond, megabits, mean } = demandOf(measuredPaths, {
    visits: visits * factor,
    peakShare,
    hitRate,
  });
  const processes = serversFor(perSecond, mean.siteMs, busy);
  const queue = erlangC(perSecond, mean.siteMs, processes);
  const simulated = simulate({
    perSecond,
    serviceMs: mean.siteMs,
    servers: processes,
    requests: simulatedRequests,
    seed,
  });
  return {
    factor,
    hasCdn,
    perSecond,
    megabits,
    processes,
    utilisation: queue.utilisation,
    sharedWaitMs: queue.meanWaitMs,
    meanWaitMs: simulated.meanWaitMs,
    p99WaitMs: simulated.p99WaitMs,
    databaseCores: serversFor(perSecond, mean.databaseMs, busy),
    databaseUtilisation: (perSecond * mean.databaseMs) / 1000,
    connections: processes * connectionsEach,
  };
}

const legend = `The busiest hour. Processes have a core each. Waits are milliseconds for a processor: one queue for all processes
(M/M/c), and simulated with a queue for each of them, as behind a round-robin proxy. Connections are those that busy processes open.`;

/** Prints what the factors need. */
export async function printScaling(
  values: {
    readonly [Name in Exclude<keyof typeof scalingOptions, 'json'>]?: string | undefined;
  } & { readonly json?: boolean | undefined },
): Promise<void> {
  const isShare = (value: number) => value > 0 && value <= 1;
  const assumed = {
    visits: numberOf('visits', values.visits ?? '1000', (value) => value > 0 && value <= 1e6),
    peakShare: numberOf('peak-share', values['peak-share'] ?? '0.3', isShare),
    hitRate: numberOf('hit-rate', values['hit-rate'] ?? '0.9', (value) => value >= 0 && value <= 1),
    busy: numberOf('busy', values.busy ?? '0.6', (value) => value > 0 && value < 1),
    seed: numberOf('seed', values.seed ?? '1', Number.isSafeInteger),
  };
  const needs = factors.flatMap((factor) => [false, true].map((cdn) => need(factor, cdn, assumed)));
  if (values.json) {
    console.log(JSON.stringify({ ...assumed, paths: measuredPaths, needs }, null, 2));
    return;
  }
  const rows = needs.map((one) => [
    `${one.factor}×${one.hasCdn ? ' with a CDN' : ''}`,
    one.perSecond.toFixed(1),
    one.megabits.toFixed(0),
    String(one.processes),
    `${(one.utilisation * 100).toFixed(0)} %`,
    one.sharedWaitMs.toFixed(2),
    one.meanWaitMs.toFixed(2),
    one.p99WaitMs.toFixed(1),
    String(one.databaseCores),
    one.databaseUtilisation.toFixed(2),
    String(one.connections),
  ]);
  const head = ['', 'requests/s', 'Mbit/s', 'processes', 'busy', 'wait M/M/c', 'wait', 'p99'];
  console.log(
    `${table([[...head, 'database cores', 'of them busy', 'connections'], ...rows])}\n\n${legend}`,
  );
}
