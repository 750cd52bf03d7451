import { isMentioned } from '../security-log/index.ts';
import type { ReportStore, StoredReport } from './ports.ts';
import { reportsKept } from './record-report.ts';

/**
 * The reports that contain an e-mail address or phone number in any of their texts, newest first.
 * Source: docs/law-and-search.md#D50.
 */
export async function reportsMentioning(
  { reports }: { readonly reports: Pick<ReportStore, 'newest'> },
  recipient: string,
): Promise<readonly StoredReport[]> {
  const all = await reports.newest(reportsKept);
  return all.filter(({ message, stack, url, userAgent, componentStack }) =>
    [message, stack, url, userAgent, componentStack].some((text) => isMentioned(text, recipient)),
  );
}
