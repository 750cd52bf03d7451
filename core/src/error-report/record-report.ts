import type { Clock, Ids } from '../kernel/index.ts';
import type { ReportStore } from './ports.ts';
import { boundReport, type ErrorReport } from './report.ts';

/** The ports for storing an error report. */
export interface RecordReportPorts {
  readonly reports: ReportStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Maximum number of reports; beyond it the oldest of the network that sent most are removed. Small enough to limit a flood
 * to a few megabytes.
 * Source: docs/security.md#CL-1.
 */
export const reportsKept = 200;

/**
 * Stores an error report from the browser of the client `ip`, truncated to the limits, and returns its id.
 * Source: docs/rules.md#7, docs/security.md#CL-1, docs/security.md#CL-2.
 */
export async function recordReport(
  ports: RecordReportPorts,
  {
    input,
    ip,
  }: {
    readonly input: Readonly<Partial<Record<keyof ErrorReport, unknown>>>;
    readonly ip?: string;
  },
): Promise<string> {
  const id = ports.ids.uuid();
  await ports.reports.add(
    { ...boundReport(input), id, receivedAt: ports.clock.now() },
    reportsKept,
    ip,
  );
  return id;
}
