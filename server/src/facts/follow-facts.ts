import type { SiteConfig } from '@coachsite/adapters/contract';
import type { FactsStore, FactsVersion } from '@coachsite/core/facts';
import type { LiveFacts } from '../config/live-facts.ts';
import type { WorkerLog } from '../jobs/queue-worker.ts';

/** How often a process asks whether another one saved facts, in milliseconds. Source: docs/contract.md#3. */
const pollMs = 500;

/** What follows the facts of the database. */
export interface FactsFollower {
  /** Shows the facts of the database, if they are others; resolves once every page of this process has them. */
  readonly refresh: () => Promise<void>;
  /** Notices from now on what other processes save. Returns how to stop. */
  readonly start: () => () => Promise<void>;
}

/** The configuration with the facts of a version; the file alone when they have a shape of another time. */
export function siteOf(
  live: LiveFacts,
  version: FactsVersion | undefined,
  log?: Pick<WorkerLog, 'error'>,
): SiteConfig {
  const read = live.withFacts(version?.overlay ?? {});
  if (read.isErr()) log?.error({ err: read.error, version: version?.id }, 'facts not usable');
  return read.unwrapOr(live.file);
}

/** Reads the facts of the database into the configuration of this process. Returns the id of their version. */
export async function showStoredFacts(facts: FactsStore, live: LiveFacts): Promise<number> {
  const version = await facts.current();
  live.show(siteOf(live, version));
  return version?.id ?? 0;
}

const keyOf = (id: number, pause: SiteConfig['pause']) => [id, pause?.from, pause?.until].join(' ');

/**
 * Keeps this process at the newest facts: each change renders all pages anew and then replaces them and the
 * configuration at once. `publish` renders and replaces the pages.
 */
export function followFacts(
  facts: Pick<FactsStore, 'current' | 'currentId'>,
  live: LiveFacts,
  {
    readPause,
    publish,
    log,
    shownId,
  }: {
    /** The days off that pages tell of now. */
    readonly readPause: () => Promise<SiteConfig['pause']>;
    readonly publish: (site: SiteConfig) => Promise<void>;
    readonly log: Pick<WorkerLog, 'error'>;
    /** The version that is shown already. */
    readonly shownId: number;
  },
): FactsFollower {
  let shown = keyOf(shownId, undefined);
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  async function look(): Promise<void> {
    const pause = await readPause();
    if (keyOf(await facts.currentId(), pause) === shown) return;
    const version = await facts.current();
    const site = { ...siteOf(live, version, log), pause };
    await publish(site);
    live.show(site);
    shown = keyOf(version?.id ?? 0, pause);
  }

  // One run at a time and at most one more waiting, which all later calls share.
  const refresh = () => {
    waiting ??= last
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        last = look();
        return last;
      });
    return waiting;
  };

  return {
    refresh,
    start: () => {
      let failed = false;
      const timer = setInterval(() => {
        refresh().then(
          () => {
            failed = false;
          },
          (error: unknown) => {
            // Tried again at each poll; said once.
            if (!failed) log.error({ err: error }, 'facts not published');
            failed = true;
          },
        );
      }, pollMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        await last.catch(() => undefined);
      };
    },
  };
}
