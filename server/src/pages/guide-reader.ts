import { readGuidePage } from '@coachsite/adapters/articles';
import type { GuidePage } from '@coachsite/adapters/contract';
import type { ContentStore } from '@coachsite/core/content';
import { defaultZone } from '@coachsite/core/defaults';
import type { EbookStore } from '@coachsite/core/ebook';
import { guideTextOf } from '@coachsite/core/guide';
import { calendarDay } from '@coachsite/core/kernel';
import { inTime } from '../http/in-time.ts';

/** The text of the e-book on offer, as a page. */
export interface ShownGuide {
  readonly page: GuidePage;
  /** The day on which the text was made or last corrected. */
  readonly changedOn: string;
}

/** Reads the text of the e-book on offer: the same object until another one is shown; undefined while there is none. */
export type GuideReader = () => Promise<ShownGuide | undefined>;

/**
 * A reader that parses a text once. It asks the database each time, as any process may have changed it; while that is away or
 * does not respond in time, the last known text is shown.
 */
export function guideReader(ports: {
  readonly ebooks: Pick<EbookStore, 'active'>;
  readonly content: ContentStore;
}): GuideReader {
  let seen: string | undefined;
  let shownId: number | undefined;
  let shown: ShownGuide | undefined;
  const read = async () => {
    const [ebook, newestId] = await Promise.all([ports.ebooks.active(), ports.content.currentId()]);
    const state = `${ebook?.sha256} ${newestId}`;
    if (state === seen) return shown;
    const version = ebook && (await guideTextOf(ports.content, ebook));
    seen = state;
    if (version?.id === shownId) return shown;
    shownId = version?.id;
    shown = version?.content.markdown
      ? {
          page: readGuidePage(version.content.markdown),
          changedOn: calendarDay(defaultZone, version.savedAt),
        }
      : undefined;
    return shown;
  };
  return () => inTime(read()).catch(() => shown);
}
