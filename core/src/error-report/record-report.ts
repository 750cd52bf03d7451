import type { Clock, Ids } from '../kernel/index.ts';
import type { ReportStore } from './ports.ts';
import { boundReport, type ErrorReport } from './report.ts';

export interface RecordReportPorts {
  readonly reports: ReportStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Reports kept at most; the oldest go first. Small enough that a flood stays within a few megabytes.
 * Source: docs/security.md#CL-1.
 */
export const reportsKept = 200;

/**
 * Keeps what a browser reports, cut to size, and returns the id under which it is found. Source: docs/rules.md#7,
 * docs/security.md#CL-1, docs/security.md#CL-2.
 */
export async function recordReport(
  ports: RecordReportPorts,
  input: Readonly<Partial<Record<keyof ErrorReport, unknown>>>,
): Promise<string> {
  const id = ports.ids.uuid();
  await ports.reports.add(
    { ...boundReport(input), id, receivedAt: ports.clock.now() },
    reportsKept,
  );
  return id;
}
