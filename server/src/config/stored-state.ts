import type { EbookSummary } from '@coachsite/adapters/contract';

/** What pages show that any process on the same database may have changed. */
export interface StoredState {
  /** The e-book on offer. */
  readonly ebook: EbookSummary | undefined;
  /** Changes with the owner's facts and days off; constant where one process saves them. */
  readonly revision: string;
}
