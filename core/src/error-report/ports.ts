import type { EpochMs } from '../kernel/index.ts';
import type { ErrorReport } from './report.ts';

/** A stored report. */
export interface StoredReport extends ErrorReport {
  readonly id: string;
  readonly receivedAt: EpochMs;
}

/** Stores a bounded number of error reports from browsers. */
export interface ReportStore {
  /**
   * Stores the report and removes all but `keep`: beyond them the oldest of the network that sent most. `ip` is that of the
   * client; only the `networkBucket` of it is kept, which names nobody. Absent: unknown; all of those count as one network.
   */
  readonly add: (report: StoredReport, keep: number, ip?: string) => Promise<void>;
  /** The newest reports, at most `limit`. */
  readonly newest: (limit: number) => Promise<readonly StoredReport[]>;
  /** The reports that match `rule`, newest first. `rule` is pure; other requests are served between its calls. */
  readonly matching: (rule: (report: StoredReport) => boolean) => Promise<readonly StoredReport[]>;
  /** Removes these reports and returns the count. */
  readonly remove: (ids: readonly string[]) => Promise<number>;
  /** Removes the reports received before `before` and returns the count. */
  readonly purge: (before: EpochMs) => Promise<number>;
}
