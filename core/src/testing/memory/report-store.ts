import type { ReportStore, StoredReport } from '../../error-report/index.ts';
import { networkBucket } from '../../rate-limit/index.ts';
import { byValue } from './by-value.ts';
import { fullestFirst } from './fullest-first.ts';

/** A `ReportStore` in memory. */
export function memoryReportStore(): ReportStore {
  let reports: readonly StoredReport[] = [];
  const networks = new Map<string, number>();
  const newestFirst = () => reports.toReversed().sort((a, b) => b.receivedAt - a.receivedAt);

  return byValue({
    add: async (report, keep, ip) => {
      if (ip !== undefined) networks.set(report.id, networkBucket(ip));
      reports = [...reports, report];
      const oldestFirst = newestFirst().reverse();
      const surplus = reports.length - keep;
      const beyond = fullestFirst(oldestFirst, surplus, ({ id }) => networks.get(id));
      reports = oldestFirst.filter((row) => !beyond.has(row));
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
