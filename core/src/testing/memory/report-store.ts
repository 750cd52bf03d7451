import type { ReportStore, StoredReport } from '../../error-report/index.ts';
import { byValue } from './by-value.ts';

/** A `ReportStore` in memory. */
export function memoryReportStore(): ReportStore {
  let reports: readonly StoredReport[] = [];
  const newestFirst = () => reports.toReversed().sort((a, b) => b.receivedAt - a.receivedAt);

  return byValue({
    add: async (report, keep) => {
      reports = [...reports, report];
      reports = newestFirst().slice(0, keep).reverse();
    },
    newest: async (limit) => newestFirst().slice(0, limit),
    matching: async (rule) => newestFirst().filter(rule),
    remove: async (ids) => {
      const before = reports.length;
      reports = reports.filter(({ id }) => !ids.includes(id));
      return before - reports.length;
    },
    purge: async (before) => {
      const kept = reports.filter(({ receivedAt }) => receivedAt >= before);
      const removed = reports.length - kept.length;
      reports = kept;
      return removed;
    },
  });
}
