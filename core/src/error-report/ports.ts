import type { EpochMs } from '../kernel/index.ts';
import type { ErrorReport } from './report.ts';

/** A report as it is kept. */
export interface StoredReport extends ErrorReport {
  readonly id: string;
  readonly receivedAt: EpochMs;
}

/** Keeps what browsers report, within bounds. */
export interface ReportStore {
  /** Stores the report; of more than `keep` reports the oldest go. */
  readonly add: (report: StoredReport, keep: number) => Promise<void>;
  /** The newest reports, at most `limit`. */
  readonly newest: (limit: number) => Promise<readonly StoredReport[]>;
  /** Removes the reports received before `before` and returns how many. */
  readonly purge: (before: EpochMs) => Promise<number>;
}
