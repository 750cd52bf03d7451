import { isMentioned } from '../security-log/index.ts';
import type { ReportStore, StoredReport } from './ports.ts';

/**
 * The reports that contain an e-mail address or phone number in any of their texts, newest first.
 * Source: docs/law-and-search.md#D50.
 */
export function reportsMentioning(
  { reports }: { readonly reports: Pick<ReportStore, 'matching'> },
  { recipient }: { readonly recipient: string },
): Promise<readonly StoredReport[]> {
  return reports.matching(({ message, stack, url, userAgent, componentStack }) =>
    [message, stack, url, userAgent, componentStack].some((text) => isMentioned(text, recipient)),
  );
}
