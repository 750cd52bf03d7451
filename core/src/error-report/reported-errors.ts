import type { EpochMs } from '../kernel/index.ts';
import { containsWords } from '../text/index.ts';
import type { ReportStore, StoredReport } from './ports.ts';
import { reportsKept } from './record-report.ts';

/** The reports of one error: the same message from the same place in the code. */
export interface ReportedError {
  /** The id of the newest report, to which the stacks and the user agent belong. */
  readonly id: string;
  readonly message: string;
  /** Reports of it that are still kept. */
  readonly count: number;
  /** When the oldest kept report arrived. */
  readonly firstAt: EpochMs;
  /** When the newest report arrived. */
  readonly lastAt: EpochMs;
  /** The pages it was reported from, most recent first, at most {@link pagesNamed}. */
  readonly urls: readonly string[];
  /** That of the newest report. */
  readonly userAgent: string;
  /** That of the newest report. */
  readonly stack: string;
  /** That of the newest report. */
  readonly componentStack: string;
}

/** A page of the errors; `total` counts all errors found, `reports` their reports. */
export interface ReportedErrors {
  /** Those of this page, the most recent first. */
  readonly errors: readonly ReportedError[];
  /** Errors found on all pages. */
  readonly total: number;
  /** Reports of the errors found on all pages. */
  readonly reports: number;
}

/** Maximum number of pages named per error. */
export const pagesNamed = 10;

/** The first frame of a stack, in the notation of Chromium (`at f`) or of Firefox and Safari (`f@`). */
function topFrame(stack: string): string {
  return stack.split('\n').find((line) => /^\s*at\s|@/.test(line)) ?? '';
}

const keyOf = ({ message, stack }: StoredReport) => JSON.stringify([message, topFrame(stack)]);

/** Whether a report contains every word of `search`, in any of its texts and in any case. */
function isFound(report: StoredReport, search: string): boolean {
  const { message, stack, url, userAgent, componentStack } = report;
  return containsWords([message, stack, url, userAgent, componentStack].join('\n'), search);
}

/**
 * Groups reports into errors. `reports` and the result are newest first. Source: docs/contract.md#3.
 */
export function groupReports(reports: readonly StoredReport[]): readonly ReportedError[] {
  const groups = new Map<string, [StoredReport, ...StoredReport[]]>();
  for (const report of reports) {
    const group = groups.get(keyOf(report));
    if (group) group.push(report);
    else groups.set(keyOf(report), [report]);
  }
  return [...groups.values()].map((group) => {
    const [{ id, message, userAgent, stack, componentStack, receivedAt }] = group;
    return {
      id,
      message,
      count: group.length,
      firstAt: group.at(-1)?.receivedAt ?? receivedAt,
      lastAt: receivedAt,
      urls: [...new Set(group.map(({ url }) => url))].slice(0, pagesNamed),
      userAgent,
      stack,
      componentStack,
    };
  });
}

/**
 * The errors that browsers reported, newest first, grouped; only reports that contain every word of `search`. Source:
 * docs/rules.md#7.
 */
export async function readReportedErrors(
  { reports }: { readonly reports: Pick<ReportStore, 'matching'> },
  query: { readonly search?: string; readonly limit?: number; readonly offset?: number } = {},
): Promise<ReportedErrors> {
  const { search = '', limit = reportsKept, offset = 0 } = query;
  const found = await reports.matching((report) => isFound(report, search));
  const errors = groupReports(found);
  return {
    errors: errors.slice(offset, offset + limit),
    total: errors.length,
    reports: found.length,
  };
}
