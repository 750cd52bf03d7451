import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { drive, type Requests } from './drive.ts';
import type { Server } from './processes.ts';
import { keepResults, median, quantile, table } from './results.ts';

/** How long a round lasts. */
const roundMs = 2000;
/** So long after its start a site has rendered its pages ahead, which is not what is measured. */
const settleMs = 20_000;

/** What was measured in one round, in the order of the table. */
const figures = {
  perSecond: 'a second',
  cpu: 'µs CPU',
  databaseCpu: 'µs CPU of PostgreSQL',
  p50: 'ms, p50',
  p99: 'ms, p99',
} as const;

type Round = Readonly<Partial<Record<keyof typeof figures, number>>>;

/** One of those that are compared: does its part of a round. */
export type Arm = () => Promise<Round>;

/** Something that visitors ask for, and who is compared with what. */
export interface Scenario {
  readonly name: string;
  /** Is called before the first round. */
  readonly prepare?: () => void;
  readonly arms: Readonly<Record<string, Arm>>;
  readonly compared: readonly (readonly [arm: string, beside: string])[];
  readonly goal?: string;
}

/** Sends to each of the servers its own requests, all at once; with a `database` also counts its processor time. */
export const driven =
  (
    servers: readonly Pick<Server, 'url' | 'cpu'>[],
    requestsOf: (url: string, index: number) => Requests,
    database?: Pick<Server, 'cpu'>,
  ): Arm =>
  async () => {
    const cpu = () => servers.reduce((sum, server) => sum + server.cpu(), 0);
    const [before, databaseBefore] = [cpu(), database?.cpu() ?? 0];
    const all = await Promise.all(
      servers.map(({ url }, index) => drive(url, requestsOf(url, index), roundMs)),
    );
    const latencies = all.flatMap((one) => one.latencies);
    const used = database && (database.cpu() - databaseBefore) / latencies.length;
    return {
      perSecond: all.reduce((sum, one) => sum + one.latencies.length / one.seconds, 0),
      cpu: (cpu() - before) / latencies.length,
      ...(used !== undefined && { databaseCpu: used }),
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    };
  };

interface Measured extends Omit<Scenario, 'arms' | 'prepare'> {
  readonly rounds: readonly Readonly<Record<string, Round>>[];
}

/** Measures the arms of a scenario in alternating rounds. */
async function measure({ arms, prepare, ...scenario }: Scenario, runs: number): Promise<Measured> {
  console.error(scenario.name);
  prepare?.();
  const rounds: Record<string, Round>[] = [];
  // The first round warms all up.
  for (let round = 0; round <= runs; round += 1) {
    const done: Record<string, Round> = {};
    for (const [name, arm] of Object.entries(arms)) done[name] = await arm();
    if (round > 0) rounds.push(done);
  }
  return { ...scenario, rounds };
}

const short = (value: number) => value.toFixed(value < 100 ? 2 : 0);

/** The figures of each comparison: medians of the rounds, and the median ratio with the lowest and highest. */
const rowsOf = ({ name, compared, rounds, goal = '' }: Measured) =>
  compared.flatMap(([arm, beside]) =>
    Object.entries(figures).flatMap(([key, figure]) => {
      const of = (who: string) =>
        rounds.flatMap((round) => round[who]?.[key as keyof typeof figures] ?? []);
      const [ours, theirs] = [of(arm), of(beside)];
      if (ours.length === 0) return [];
      const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
      const [ratio, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(
        short,
      );
      const title = `${name}: ${arm} beside ${beside}`;
      const middles = [short(median(ours)), short(median(theirs))];
      return [[title, figure, ...middles, `${ratio} (${least}–${most})`, goal]];
    }),
  );

const legend = `Medians of the rounds, with the median, lowest and highest ratio; processor time of one response as the system counts it.`;

/**
 * Measures scenarios, prints their figures and keeps them. `open` starts servers that use the folder, and adds to the list
 * how each is stopped.
 */
export async function compareInRounds(
  bench: string,
  runs: number,
  open: (folder: string, stops: (() => Promise<unknown>)[]) => Promise<readonly Scenario[]>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `coachsite-${bench}-`));
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const scenarios = await open(folder, stops);
    await wait(settleMs);
    const measured: Measured[] = [];
    for (const scenario of scenarios) measured.push(await measure(scenario, runs));
    const head = ['', 'figure', '', 'beside', 'ratio', 'goal'];
    console.log(`${table([head, ...measured.flatMap(rowsOf)])}\n\n${legend}\n`);
    keepResults(bench, measured);
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
