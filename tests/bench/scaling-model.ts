/** What one response of a path costs, in milliseconds of processor time. */
interface Cost {
  /** Of the process of the site, its threads included. */
  readonly siteMs: number;
  /** Of PostgreSQL. */
  readonly databaseMs: number;
}

/** A path that visitors ask for. */
export interface PathLoad extends Cost {
  readonly name: string;
  /** Bytes of one response, in millions. */
  readonly megabytes: number;
  /** Requests of one visit. */
  readonly perVisit: number;
  /** Whether a CDN may serve it, as docs/scaling.md says. */
  readonly isCacheable: boolean;
}

/** Requests that reach the processes in the busiest hour. */
export interface Demand {
  /** Requests in a second. */
  readonly perSecond: number;
  /** What they send, in millions of bits in a second. */
  readonly megabits: number;
  /** Mean cost of one of them. */
  readonly mean: Cost;
}

/** Queueing in the busiest hour; times in milliseconds. */
export interface Queueing {
  /** Share of the time that a server is busy, from 0. From 1 on, the queue never ends. */
  readonly utilisation: number;
  readonly meanWaitMs: number;
}

/**
 * The demand of the busiest hour: `visits` in a day, of which `peakShare` come in that hour, and a CDN that serves
 * `hitRate` of what it may serve.
 */
export function demandOf(
  paths: readonly PathLoad[],
  { visits, peakShare, hitRate }: Readonly<Record<'visits' | 'peakShare' | 'hitRate', number>>,
): Demand {
  const visitsPerSecond = (visits * peakShare) / 3600;
  const reaching = paths.map((path) => ({
    ...path,
    perVisit: path.perVisit * (path.isCacheable ? 1 - hitRate : 1),
  }));
  const sum = (of: (path: PathLoad) => number) =>
    reaching.reduce((total, path) => total + path.perVisit * of(path), 0);
  const perVisit = sum(() => 1);
  const mean = (of: (path: PathLoad) => number) => (perVisit > 0 ? sum(of) / perVisit : 0);
  return {
    perSecond: visitsPerSecond * perVisit,
    megabits: visitsPerSecond * sum(({ megabytes }) => megabytes) * 8,
    mean: {
      siteMs: mean(({ siteMs }) => siteMs),
      databaseMs: mean(({ databaseMs }) => databaseMs),
    },
  };
}

/** Servers needed so that each is busy for at most `mostBusy` of the time; at least one. */
export function serversFor(perSecond: number, serviceMs: number, mostBusy: number): number {
  return Math.max(1, Math.ceil((perSecond * serviceMs) / 1000 / mostBusy));
}

/**
 * One queue before `servers`: Poisson arrivals, exponential service times (M/M/c, Erlang C). The wait is infinite when
 * more arrives than they can do.
 */
export function erlangC(perSecond: number, serviceMs: number, servers: number): Queueing {
  const offered = (perSecond * serviceMs) / 1000;
  const utilisation = offered / servers;
  if (utilisation >= 1) return { utilisation, meanWaitMs: Number.POSITIVE_INFINITY };
  // The probability that all lines are busy, by the recursion of Erlang B, which does not overflow.
  let blocked = 1;
  for (let n = 1; n <= servers; n += 1) blocked = (offered * blocked) / (n + offered * blocked);
  const waits = blocked / (1 - utilisation * (1 - blocked));
  return { utilisation, meanWaitMs: (waits * serviceMs) / (servers - offered) };
}

/** Numbers from 0 up to, not including, 1, the same for one seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What happened to the requests of a simulated time; times in milliseconds. */
export interface Simulated extends Queueing {
  readonly requests: number;
  readonly p99WaitMs: number;
  /** Mean time from arrival to departure. */
  readonly meanStayMs: number;
  /** Requests in the system, by the areas under their count over time. */
  readonly meanPresent: number;
  /** From the first arrival to the last departure. */
  readonly spanMs: number;
}

/** What is simulated. */
export interface Simulation {
  readonly perSecond: number;
  readonly serviceMs: number;
  readonly servers: number;
  readonly requests: number;
  readonly seed: number;
}

/** An event: somebody arrives (1) or leaves (-1). */
interface Change {
  readonly at: number;
  readonly by: 1 | -1;
}

/** The mean of a count over time, from its changes. */
function meanCount(changes: readonly Change[], spanMs: number): number {
  let [present, area, last] = [0, 0, 0];
  for (const { at, by } of changes.toSorted((a, b) => a.at - b.at)) {
    area += present * (at - last);
    last = at;
    present += by;
  }
  return spanMs > 0 ? area / spanMs : 0;
}

/**
 * Requests arrive by a Poisson process and go to the servers in turn, as behind a round-robin proxy; each server has a
 * queue of its own. The arrivals and service times depend on the seed alone, so that numbers of servers compare.
 */
export function simulate(simulation: Simulation): Simulated {
  const { perSecond, serviceMs, servers, requests, seed } = simulation;
  const random = randomOf(seed);
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const freeAt = new Array<number>(servers).fill(0);
  const waits: number[] = [];
  const changes: Change[] = [];
  let [now, worked, stayed, end] = [0, 0, 0, 0];
  for (let n = 0; n < requests; n += 1) {
    now += exponential(1000 / perSecond);
    const service = exponential(serviceMs);
    const server = n % servers;
    const begin = Math.max(now, freeAt[server] ?? 0);
    const left = begin + service;
    freeAt[server] = left;
    waits.push(begin - now);
    changes.push({ at: now, by: 1 }, { at: left, by: -1 });
    worked += service;
    stayed += left - now;
    end = Math.max(end, left);
  }
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    requests,
    utilisation: end > 0 ? worked / (end * servers) : 0,
    meanWaitMs: waits.reduce((sum, wait) => sum + wait, 0) / requests,
    p99WaitMs: sorted[Math.floor(requests * 0.99)] ?? 0,
    meanStayMs: stayed / requests,
    meanPresent: meanCount(changes, end),
    spanMs: end,
  };
}
