import { type Language, withClock } from '../language/index.ts';
import { type HalfHour, slotOf } from './week.ts';

const clock = (slot: number, language: Language) =>
  withClock(`${Math.floor(slot / 2)}:${slot % 2 === 0 ? '00' : '30'}`, language);

/** The time at which a half hour begins, as the language writes it: 12.30 in Dutch, 12:30 in English. */
export const timeOf = (at: HalfHour, language: Language): string => clock(slotOf(at), language);

/** The time at which a half hour ends; the last of a day ends at 24.00. */
export const endOf = (at: HalfHour, language: Language): string => clock(slotOf(at) + 1, language);

/** What the booking page receives. */
export interface BookingRequest {
  /** Calendar day, YYYY-MM-DD. */
  readonly date: string;
  /** What the visitor says about the chosen half hour, one line. */
  readonly note: string;
}

/**
 * The booking page opened on a day, with a note for the coach. Other parameters of the page stay. Throws a TypeError for a
 * `bookingUrl` that is no URL.
 * Source: docs/rules.md#week.
 */
export function bookingUrlFor(bookingUrl: string, { date, note }: BookingRequest): string {
  const url = new URL(bookingUrl);
  url.searchParams.set('month', date.slice(0, 7));
  url.searchParams.set('date', date);
  url.searchParams.set('notes', note);
  return url.href;
}
