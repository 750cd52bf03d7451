import type { EbookSummary } from '@coachsite/adapters/contract';
import { inTime } from '../http/in-time.ts';

/** What pages show that any process on the same database may have changed. */
export interface PageState {
  /** The e-book on offer. */
  readonly ebook: EbookSummary | undefined;
  /** Changes with the owner's facts and days off; constant where one process saves them. */
  readonly revision: string;
}

/**
 * Reads the state. Calls in one turn of the event loop share one read; while the database is away, or does not
 * respond in time, they get the last state that is `known`.
 */
export function sharedState(
  read: () => Promise<PageState>,
  known: PageState,
): () => Promise<PageState> {
  let asked: Promise<PageState> | undefined;
  let last = known;

  async function readKnown(): Promise<PageState> {
    last = await inTime(read()).catch(() => last);
    return last;
  }

  return () => {
    if (!asked) {
      setImmediate(() => {
        asked = undefined;
      });
      asked = readKnown();
    }
    return asked;
  };
}
