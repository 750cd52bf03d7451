import type { FactsLog, LiveFacts } from '../config/live-facts.ts';
import { inTime } from '../http/in-time.ts';
import type { PageState } from './page-state.ts';
import type { ShownSite, SiteReader } from './site-reader.ts';

/** How often a process asks whether another one saved facts, in milliseconds. Source: docs/contract.md#3. */
const pollMs = 500;

/** Follows the facts of the database. */
export interface FactsFollower {
  /** Shows the facts of the database if they have changed; resolves once every page of this process shows them. */
  readonly refresh: () => Promise<void>;
  /**
   * Like `refresh`, after a stored change. False, and logged, when the pages could not be rendered: they stay as they
   * were, and the next poll tries again.
   */
  readonly publish: () => Promise<boolean>;
  /** Whether the last try showed the newest facts. */
  readonly isPublished: () => boolean;
  /** Follows what other processes save; returns a function that stops this. */
  readonly start: () => () => Promise<void>;
}

/**
 * Keeps the pages of this process up to date with what is written on the site. After each change it renders all pages anew,
 * then replaces them and the configuration at once (`publish`); a page that is requested meanwhile waits for that.
 */
export function followFacts(
  reader: Pick<SiteReader, 'readAfter'>,
  live: Pick<LiveFacts, 'show'>,
  {
    state,
    publish,
    log,
    shownKey,
  }: {
    readonly state: Pick<PageState, 'onBehind' | 'begin' | 'waitFor'>;
    readonly publish: (shown: ShownSite) => Promise<void>;
    readonly log: FactsLog;
    /** The key of the site that the pages show already. */
    readonly shownKey: string;
  },
): FactsFollower {
  let shown = shownKey;
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let hasFailed = false;

  async function look(): Promise<void> {
    // Before everything else: what is read then is at least as new.
    await state.begin();
    const read = await inTime(reader.readAfter(shown));
    if (!read) return;
    await publish(read);
    live.show(read.site);
    shown = read.key;
  }

  // One run at a time and at most one more waiting, which all later calls share.
  const refresh = () => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        last = look();
        state.waitFor(last);
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

  state.onBehind(show);
  return {
    refresh,
    publish: show,
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
