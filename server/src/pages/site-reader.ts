import type { SiteConfig } from '@coachsite/adapters/contract';
import { programs } from '@coachsite/core/catalogue';
import { announcedPause, type PauseStore } from '@coachsite/core/contact';
import type { ContentStore, Versions } from '@coachsite/core/content';
import { defaultZone } from '@coachsite/core/defaults';
import { type FactsStore, mostAwaited, withPopular } from '@coachsite/core/facts';
import { type Clock, calendarDay, type Milliseconds } from '@coachsite/core/kernel';
import type { InterestStore } from '@coachsite/core/notify-me';
import type { Redirect } from '@coachsite/core/redirects';
import { type FactsLog, type LiveFacts, siteOf } from '../config/live-facts.ts';
import type { SiteArticles } from './laid-site.ts';
import { articlesReader } from './site-articles.ts';

/** The configuration with all that pages show of the database beside the e-book. */
export interface ShownSite {
  readonly site: SiteConfig;
  readonly articles: SiteArticles;
  /** Old addresses, which are looked up where no page is. */
  readonly redirects: readonly Redirect[];
  /** Changes with what was read. */
  readonly key: string;
}

/** Reads what pages show. */
export interface SiteReader {
  readonly read: () => Promise<ShownSite>;
  /** Like `read`; undefined where nothing has changed since what has this key was read. */
  readonly readAfter: (key: string) => Promise<ShownSite | undefined>;
}

/** What pages show of the database: facts, articles, old addresses, days off, and the program that most addresses wait for. */
export interface SitePorts {
  readonly content: Pick<ContentStore, 'currentId' | 'newest'>;
  readonly facts: Pick<FactsStore, 'current'>;
  readonly redirects: Pick<Versions<readonly Redirect[]>, 'current'>;
  readonly pauses: Pick<PauseStore, 'list'>;
  readonly interests: Pick<InterestStore, 'counts'>;
  readonly clock: Clock;
}

/**
 * Reads what pages show, at the start and at each change. `promiseMs` is the promised time to reply; a change of its
 * own, such as days off that come near, is one as well.
 */
export function siteReader(
  ports: SitePorts,
  live: LiveFacts,
  { promiseMs, log }: { readonly promiseMs: Milliseconds; readonly log: FactsLog },
): SiteReader {
  async function readBeside() {
    const reads = [
      ports.content.currentId(),
      ports.pauses.list(),
      ports.interests.counts(),
    ] as const;
    const [id, pauses, counts] = await Promise.all(reads);
    // Other lists make no program popular.
    const waiting = new Map(programs.map((program) => [program.id, counts.get(program.id) ?? 0]));
    const leader = mostAwaited(waiting);
    return { id, pause: announcedPause(pauses, promiseMs, ports.clock.now()), leader };
  }
  type Beside = Awaited<ReturnType<typeof readBeside>>;

  const keyOf = ({ id, pause, leader }: Beside) =>
    [id, pause?.from, pause?.until, leader?.programId].join(' ');

  const readArticles = articlesReader(ports.content, ({ file, line, message }) =>
    log.error({ file, line }, `article left out: ${message}`),
  );

  async function withFacts(beside: Beside): Promise<ShownSite> {
    const [version, articles, table] = await Promise.all([
      ports.facts.current(),
      readArticles(),
      ports.redirects.current(),
    ]);
    const { pause, leader } = beside;
    const stored = siteOf(live, version, log);
    const today = calendarDay(defaultZone, ports.clock.now());
    const claims = [...withPopular(stored.claims, leader, today)];
    return {
      site: { ...stored, pause, claims },
      articles,
      redirects: table?.content ?? [],
      key: keyOf(beside),
    };
  }

  return {
    read: async () => withFacts(await readBeside()),
    readAfter: async (key) => {
      const beside = await readBeside();
      return keyOf(beside) === key ? undefined : withFacts(beside);
    },
  };
}
