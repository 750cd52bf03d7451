import { dayMs } from '../kernel/index.ts';

/**
 * How long a message is kept after its last change, in milliseconds. A month is a twelfth of 365 days, so that twelve
 * months are a year. Anything but a positive number of months keeps messages for ever: a mistake in the setting must
 * not delete all of them. Source: docs/law-and-search.md#D32.
 */
export function messageKeptMs(months: number): number {
  return months > 0 ? (months * 365 * dayMs) / 12 : Number.MAX_SAFE_INTEGER;
}
