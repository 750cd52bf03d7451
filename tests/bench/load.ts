import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../../scripts/support/command.ts';
import { fromSomeone, type HttpClient, httpClient, type Received } from './client.ts';
import { startForked } from './forked.ts';
import { type Mix, openMix } from './load-mix.ts';
import { missingWrites } from './load-stored.ts';
import type { BenchOptions } from './options.ts';
import { putBook, type Server, startSite } from './processes.ts';
import { keepResults, median, table } from './results.ts';

const members = 64;
/** As large as the sample guide. */
const bookBytes = 112_000;
/** Requests at once while the sustained rate is measured, and how long that takes, in milliseconds. */
const steadyClients = 24;
const steadyMs = 10_000;
/** The overload: requests that are under way at most, and the time between two bursts, in milliseconds. */
const mostUnderWay = 900;
const burstMs = 10;

/** Goals. Source: docs/performance.md#goal-18. */
const healthGoalMs = 250;
const memoryGoal = 1.25;

/** What a response counts as; a success, `429` and `503` are allowed. */
function outcomeOf({ status, retryAfter, failure }: Received): string {
  if (status >= 200 && status < 300) return 'success';
  if (retryAfter) return String(status);
  return failure || `${status} without Retry-After`;
}

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
async function overload(mix: Mix, rate: number, seconds: number, site: Server) {
  const counts = new Map<string, number>();
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(site.memory()), 500);
  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  let [begun, notSent, elapsed] = [0, 0, 0];
  const visit = async () => {
    const { action, response } = await mix.next();
    const outcome = `${action} ${outcomeOf(response)}`;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  };
  const begin = () => {
    const visiting = visit().finally(() => underWay.delete(visiting));
    underWay.add(visiting);
  };
  while (elapsed < seconds) {
    await wait(burstMs);
    elapsed = Math.min((performance.now() - startedAt) / 1000, seconds);
    for (; begun < Math.floor(elapsed * rate); begun += 1) {
      if (underWay.size === mostUnderWay) notSent += 1;
      else begin();
    }
  }
  await Promise.all(underWay);
  clearInterval(sampling);
  const outcomes = [...counts].sort(([one], [other]) => one.localeCompare(other));
  return { outcomes, memory, notSent, ran: (performance.now() - startedAt) / 1000 };
}

/**
 * Opens all connections, as a proxy that was busy has them open: new ones are accepted one each turn of the server's event
 * loop, and would keep the load below the rate. Throws a `CommandError` when the server loses one.
 */
async function openConnections({ send }: HttpClient): Promise<void> {
  const responses = await Promise.all(
    Array.from({ length: mostUnderWay }, () => send(fromSomeone({ path: '/healthz' }))),
  );
  const lost = responses.find(({ status }) => status !== 200);
  if (lost) throw new CommandError(`A connection was lost: ${lost.status} ${lost.failure}`);
}

/**
 * Loads the site with twice what it sustains and reports what became of every request and write. Every limit per IP is
 * on: the site trusts this machine as its proxy, so that the load can come from many IPs. Throws a `CommandError` when a
 * goal is missed. Source: docs/performance.md#goal-18.
 */
export async function benchLoad({ seconds }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-load-'));
  putBook(folder, {}, { sizeBytes: bookBytes });
  const site = await startSite(folder, { TRUST_PROXY: '127.0.0.1', AUTH_IP_RATE_LIMITS: 'on' });
  const client = httpClient(site.url, mostUnderWay);
  const health = await startForked('health-probe.ts', [site.url]);
  let isUp = true;
  try {
    const mix = await openMix(client, members);
    await measureSteady(mix);
    const sustained = await measureSteady(mix);
    await health.ask('times');
    console.error(`Sustained: ${sustained.toFixed(0)} a second; twice that for ${seconds} s`);
    await openConnections(client);
    const run = await overload(mix, 2 * sustained, seconds, site);
    const { outcomes, notSent, memory } = run;
    const healthMs = median(await health.ask<number[]>('times'));
    client.close();
    isUp = false;
    const status = await site.stop();
    if (status !== 0) throw new CommandError(`The site ended with ${status}`);
    const missing = missingWrites(join(folder, 'data', 'coachsite.sqlite'), mix.done);
    // The last quarter beside the second: 1 is flat.
    const quarter = Math.floor(memory.length / 4);
    const before = median(memory.slice(quarter, 2 * quarter));
    const growth = median(memory.slice(-quarter)) / before;
    const sent = outcomes.reduce((sum, [, n]) => sum + n, 0);
    const counted = [...outcomes, ['not sent: all connections busy', notSent] as const];
    const rows = counted.map(([name, n]) => [name, String(n), (n / run.ran).toFixed(1)]);
    console.log(table([['responses', 'count', 'a second'], ...rows]));
    console.log(`
sent: ${(sent / seconds / sustained).toFixed(2)} times the sustained rate
/healthz at the median: ${healthMs.toFixed(1)} ms (goal: under ${healthGoalMs})
memory, last quarter beside the second: ${growth.toFixed(2)} (goal: at most ${memoryGoal}); ${(Math.max(...memory) / 1e6).toFixed(0)} MB at most
acknowledged: ${mix.done.messages.size} messages, ${mix.done.sessions.size} sessions, ${mix.done.downloads} downloads; missing: ${missing.join(', ') || 'none'}`);
    keepResults('load', { seconds, sustained, ...run, healthMs, growth, missing });
    const missed = [
      ...outcomes
        .filter(([name]) => !/ (success|429|503)$/.test(name))
        .map(([name, n]) => `${n} × ${name}`),
      ...(healthMs < healthGoalMs ? [] : ['/healthz is too slow']),
      ...(growth <= memoryGoal ? [] : ['memory grows']),
      ...missing.map((what) => `not stored: ${what}`),
    ];
    if (missed.length > 0) throw new CommandError(`Missed: ${missed.join('; ')}`);
  } finally {
    await health.stop();
    if (isUp) await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
