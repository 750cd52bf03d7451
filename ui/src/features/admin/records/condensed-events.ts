import type { SecurityEvents } from '@coachsite/adapters/contract';

export type Event = SecurityEvents['events'][number];

/** A row of the log: an event, and how often it came without another in between. */
export interface CondensedEvent extends Event {
  readonly times: number;
}

/** A browser reports what the server has recorded within this time, in milliseconds. */
const echoMs = 10_000;

/** Whether a browser reports again what the server recorded. */
function isEcho(event: Event, events: readonly Event[]): boolean {
  return (
    event.source === 'client' &&
    events.some(
      ({ source, type, userId, at }) =>
        source === 'server' &&
        type === event.type &&
        (userId === event.userId || event.userId === null) &&
        Math.abs(Date.parse(at) - Date.parse(event.at)) <= echoMs,
    )
  );
}

/**
 * The events of a log without repetition: what a browser reports again is left out, and equal events in a row become
 * one row with their number. An admin's own visits of the admin area, `self`, count as low.
 */
export function condensedEvents(events: readonly Event[], self: string): CondensedEvent[] {
  const rows: CondensedEvent[] = [];
  for (const event of events) {
    if (isEcho(event, events)) continue;
    const last = rows.at(-1);
    if (
      last?.type === event.type &&
      last.userId === event.userId &&
      last.ip === event.ip &&
      last.source === event.source &&
      (event.type === 'admin_access' ||
        JSON.stringify(last.details) === JSON.stringify(event.details))
    ) {
      rows[rows.length - 1] = { ...last, times: last.times + 1 };
    } else {
      const isOwn = event.type === 'admin_access' && event.userId === self;
      rows.push({ ...event, ...(isOwn && { severity: 'low' as const }), times: 1 });
    }
  }
  return rows;
}
