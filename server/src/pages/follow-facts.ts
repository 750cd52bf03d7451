import type { SiteConfig } from '@coachsite/adapters/contract';
import { type ProgramId, programs } from '@coachsite/core/catalogue';
import { defaultZone } from '@coachsite/core/defaults';
import { type FactsStore, mostAwaited, withPopular } from '@coachsite/core/facts';
import { type Clock, calendarDay } from '@coachsite/core/kernel';
import type { InterestStore } from '@coachsite/core/notify-me';
import { type FactsLog, type LiveFacts, siteOf } from '../config/live-facts.ts';
import { inTime } from '../http/in-time.ts';

/** How often a process asks whether another one saved facts, in milliseconds. Source: docs/contract.md#3. */
const pollMs = 500;

/** Follows the facts of the database. */
export interface FactsFollower {
  /** Shows the facts of the database, if they are others; resolves once every page of this process has them. */
  readonly refresh: () => Promise<void>;
  /**
   * Like `refresh`, after a stored change. False, and logged, when the pages could not be rendered: they stay as they
   * were, and the next poll tries again.
   */
  readonly publish: () => Promise<boolean>;
  /**
   * Like `publish`, where the pages do not show the facts of a revision yet; undefined where they do, or could not be
   * rendered with them.
   */
  readonly catchUp: (revision: string) => Promise<unknown> | undefined;
  /** Whether the last try showed the newest facts. */
  readonly isPublished: () => boolean;
  /** Follows what other processes save; returns a function that stops this. */
  readonly start: () => () => Promise<void>;
}

/** The number of confirmed addresses of each program; those of other lists make no program popular. */
export async function programCounts(interests: Pick<InterestStore, 'counts'>) {
  const counts = await interests.counts();
  return new Map(programs.map(({ id }) => [id, counts.get(id) ?? 0] as const));
}

const keyOf = (id: number, pause?: SiteConfig['pause'], leader?: ProgramId) =>
  [id, pause?.from, pause?.until, leader].join(' ');

/**
 * Keeps this process at the newest facts: each change renders all pages anew and then replaces them and the
 * configuration at once. `publish` renders and replaces the pages.
 */
export function followFacts(
  facts: Pick<FactsStore, 'current' | 'currentId'>,
  live: LiveFacts,
  {
    readRevision,
    readPause,
    readWaiting,
    clock,
    publish,
    log,
    shownId,
    shownRevision,
  }: {
    /** The revision of the facts and days off of now. */
    readonly readRevision: () => Promise<string>;
    /** The days off that pages show now. */
    readonly readPause: () => Promise<SiteConfig['pause']>;
    /** The number of confirmed addresses of each program, which decides the popular one. */
    readonly readWaiting: () => Promise<ReadonlyMap<ProgramId, number>>;
    readonly clock: Clock;
    readonly publish: (site: SiteConfig) => Promise<void>;
    readonly log: FactsLog;
    /** The version that is shown already. */
    readonly shownId: number;
    readonly shownRevision: string;
  },
): FactsFollower {
  let shown = keyOf(shownId);
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** The revision that the last look began with, and that look while it lasts. */
  let begun = shownRevision;
  let looking: Promise<unknown> | undefined;

  let hasFailed = false;

  async function look(): Promise<void> {
    // Before everything else: what is read then is at least as new.
    begun = await inTime(readRevision());
    const reads = [facts.currentId(), readPause(), readWaiting()] as const;
    const [id, pause, waiting] = await inTime(Promise.all(reads));
    const leader = mostAwaited(waiting);
    if (keyOf(id, pause, leader?.programId) === shown) return;
    const version = await inTime(facts.current());
    const stored = siteOf(live, version, log);
    const claims = [...withPopular(stored.claims, leader, calendarDay(defaultZone, clock.now()))];
    const site = { ...stored, pause, claims };
    await publish(site);
    live.show(site);
    shown = keyOf(version?.id ?? 0, pause, leader?.programId);
  }

  // One run at a time and at most one more waiting, which all later calls share.
  const refresh = () => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        last = look();
        const ended = () => {
          looking = undefined;
        };
        looking = last.then(ended, ended);
        return last;
      });
    return next;
  };

  const show = () =>
    refresh().then(
      () => {
        hasFailed = false;
        return true;
      },
      (error: unknown) => {
        // Tried again at each poll; logged once.
        if (!hasFailed) log.error({ err: error }, 'facts not published');
        hasFailed = true;
        return false;
      },
    );

  return {
    refresh,
    publish: show,
    catchUp: (revision) => (revision === begun ? looking : show()),
    isPublished: () => !hasFailed,
    start: () => {
      const timer = setInterval(() => void show(), pollMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        await last.catch(() => undefined);
      };
    },
  };
}
