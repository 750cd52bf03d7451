import { dayMs } from '../kernel/index.ts';

/**
 * How long a message is kept after its last change, in milliseconds. A month is a twelfth of 365 days, so that twelve
 * months are a year. Source: docs/law-and-search.md#D32.
 */
export function messageKeptMs(months: number): number {
  return (months * 365 * dayMs) / 12;
}
