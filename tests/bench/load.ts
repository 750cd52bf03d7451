import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { CommandError } from '../../scripts/support/command.ts';
import { type LoadClient, type LoadResponse, loadClient, someIp } from './load-client.ts';
import { type Action, type Mix, openMix } from './load-mix.ts';
import { type LoadedSite, startLoadedSite } from './load-site.ts';
import { missingWrites } from './load-stored.ts';
import type { BenchOptions } from './options.ts';
import { keepResults, median, table } from './results.ts';

const members = 64;
/** Requests at once while the sustained rate is measured, and how long that takes, in milliseconds. */
const steadyClients = 24;
const steadyMs = 10_000;
/** The overload: requests that are under way at most, and the time between two bursts, in milliseconds. */
const mostUnderWay = 900;
const burstMs = 10;

/** Goals. Source: docs/performance.md#goal-18. */
const healthGoalMs = 250;
const memoryGoal = 1.25;

type Counts = Map<string, number>;

/** What a response counts as; only the first three are allowed. */
function outcomeOf({ status, retryAfter, failure }: LoadResponse): string {
  if (status >= 200 && status < 300) return 'success';
  if (status === 429 && retryAfter) return '429';
  if (status === 503 && retryAfter) return '503';
  return status === 0 ? failure : `${status} without Retry-After`;
}

const allowed = new Set(['success', '429', '503']);

const count = (counts: Counts, action: Action, outcome: string) =>
  counts.set(`${action} ${outcome}`, (counts.get(`${action} ${outcome}`) ?? 0) + 1);

/** Successes per second of a few clients that each wait for their response. */
async function measureSteady(mix: Mix): Promise<number> {
  let succeeded = 0;
  const endsAt = performance.now() + steadyMs;
  const visit = async () => {
    while (performance.now() < endsAt) {
      const { response } = await mix.next();
      if (outcomeOf(response) === 'success') succeeded += 1;
    }
  };
  await Promise.all(Array.from({ length: steadyClients }, visit));
  return succeeded / (steadyMs / 1000);
}

/** Sends `rate` requests a second, whatever their outcome; a request over the limit of open ones is counted as not sent. */
async function overload(mix: Mix, rate: number, seconds: number, site: LoadedSite) {
  const counts: Counts = new Map();
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(site.memory()), 500);
  const startedAt = performance.now();
  const idleBefore = performance.eventLoopUtilization();
  let [begun, underWay, notSent] = [0, 0, 0];
  let resolveIdle: () => void = () => undefined;
  const visit = async () => {
    underWay += 1;
    const { action, response } = await mix.next();
    count(counts, action, outcomeOf(response));
    underWay -= 1;
    if (underWay === 0) resolveIdle();
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      const due = Math.floor((Math.min(elapsed, seconds * 1000) / 1000) * rate);
      for (; begun < due; begun += 1) {
        if (underWay < mostUnderWay) void visit();
        else notSent += 1;
      }
      if (elapsed >= seconds * 1000) {
        clearInterval(timer);
        resolve();
      }
    }, burstMs);
  });
  if (underWay > 0) {
    await new Promise<void>((resolve) => {
      resolveIdle = resolve;
    });
  }
  clearInterval(sampling);
  const { utilization: clientLoad } = performance.eventLoopUtilization(idleBefore);
  return { counts, memory, notSent, clientLoad, seconds: (performance.now() - startedAt) / 1000 };
}

/**
 * Opens all connections, as a proxy that was busy has them open: new ones are accepted one each turn of the server's event
 * loop, and would keep the load below the rate. Throws a `CommandError` when the server loses one.
 */
async function openConnections({ send }: LoadClient): Promise<void> {
  const responses = await Promise.all(
    Array.from({ length: mostUnderWay }, () => send({ path: '/healthz', ip: someIp() })),
  );
  const lost = responses.find(({ status }) => status !== 200);
  if (lost) throw new CommandError(`A connection was lost: ${lost.status} ${lost.failure}`);
}

/** The memory of the last quarter beside that of the second: 1 is flat. */
function growthOf(memory: readonly number[]): number {
  const quarter = Math.floor(memory.length / 4);
  const before = median(memory.slice(quarter, 2 * quarter));
  return before > 0 ? median(memory.slice(-quarter)) / before : 1;
}

async function watchHealth(url: string) {
  const child = fork(join(import.meta.dirname, 'health-probe.ts'), [url]);
  await once(child, 'spawn');
  return {
    times: async (): Promise<readonly number[]> => {
      child.send('times');
      const [times] = (await once(child, 'message')) as [number[]];
      return times;
    },
    stop: () => child.disconnect(),
  };
}

/**
 * Loads the site with twice what it sustains and reports what became of every request and write. Throws a
 * `CommandError` when a goal is missed. Source: docs/performance.md#goal-18.
 */
export async function benchLoad({ seconds }: BenchOptions): Promise<void> {
  const site = await startLoadedSite();
  const client = loadClient(site.url, mostUnderWay);
  const health = await watchHealth(site.url);
  try {
    const mix = await openMix(client, members);
    await measureSteady(mix);
    const sustained = await measureSteady(mix);
    await health.times();
    console.error(`Sustained: ${sustained.toFixed(0)} a second; twice that for ${seconds} s`);
    await openConnections(client);
    const { counts, memory, notSent, clientLoad, ...run } = await overload(
      mix,
      2 * sustained,
      seconds,
      site,
    );
    const healthMs = median(await health.times());
    client.close();
    await site.stop();
    const missing = missingWrites(site.databasePath, mix.done);
    const outcomes = [...counts].sort(([one], [other]) => one.localeCompare(other));
    const wrong = outcomes.filter(([name]) => !allowed.has(name.split(' ').slice(1).join(' ')));
    const growth = growthOf(memory);
    const sent = outcomes.reduce((sum, [, n]) => sum + n, 0);
    console.log(
      table([
        ['responses', 'count', 'a second'],
        ...outcomes.map(([name, n]) => [name, String(n), (n / run.seconds).toFixed(1)]),
        ['not sent: all connections busy', String(notSent), (notSent / run.seconds).toFixed(1)],
      ]),
    );
    const acknowledged = mix.done.messages.size + mix.done.sessions.size;
    console.log(`
sent: ${(sent / seconds / sustained).toFixed(2)} times the sustained rate; this program was busy ${(clientLoad * 100).toFixed(0)} % of the time
/healthz at the median: ${healthMs.toFixed(1)} ms (goal: under ${healthGoalMs})
memory, last quarter beside the second: ${growth.toFixed(2)} (goal: at most ${memoryGoal}); ${(Math.max(...memory) / 1e6).toFixed(0)} MB at most
acknowledged: ${mix.done.messages.size} messages, ${mix.done.sessions.size} sessions, ${mix.done.downloads} downloads; missing: ${missing.join(', ') || 'none'}`);
    const results = {
      seconds,
      sustained,
      outcomes,
      notSent,
      clientLoad,
      healthMs,
      growth,
      memory,
      acknowledged,
      missing,
    };
    console.log(`Kept in ${keepResults('load', results)}`);
    const missed = [
      ...wrong.map(([name, n]) => `${n} × ${name}`),
      ...(healthMs < healthGoalMs ? [] : ['/healthz is too slow']),
      ...(growth <= memoryGoal ? [] : ['memory grows']),
      ...missing.map((what) => `not stored: ${what}`),
    ];
    if (missed.length > 0) throw new CommandError(`Missed: ${missed.join('; ')}`);
  } finally {
    health.stop();
    await site.stop().catch(() => undefined);
    site.remove();
  }
}
