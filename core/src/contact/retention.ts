import { dayMs } from '../kernel/index.ts';

/**
 * How long a message is kept after its last change, in milliseconds. A month is a twelfth of 365 days, so that twelve
 * months are a year. What is no positive number of months keeps a message for ever, as the other direction would delete
 * all of them. Source: docs/law-and-search.md#D32.
 */
export function messageKeptMs(months: number): number {
  return months > 0 ? (months * 365 * dayMs) / 12 : Number.MAX_SAFE_INTEGER;
}
