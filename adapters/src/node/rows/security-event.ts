import type { JsonObject } from '@coachsite/core/kernel';
import type { SecurityEvent } from '@coachsite/core/security-log';

/** A row of `security_events`. */
export interface EventRow {
  readonly id: string;
  readonly at_ms: number;
  readonly source: SecurityEvent['source'];
  readonly action_type: SecurityEvent['actionType'];
  readonly severity: SecurityEvent['severity'];
  readonly user_id: string | null;
  readonly ip: string;
  readonly user_agent: string;
  readonly details: string;
}

/** A row as it is added. */
export interface AddedEventRow extends EventRow {
  /** Of the networks of its IP. */
  readonly network_bucket: number;
}

export const eventColumns =
  'id, at_ms, source, action_type, severity, user_id, ip, user_agent, details';

export function toEvent(row: EventRow): SecurityEvent {
  return {
    id: row.id,
    at: row.at_ms,
    source: row.source,
    actionType: row.action_type,
    severity: row.severity,
    userId: row.user_id ?? undefined,
    ip: row.ip,
    userAgent: row.user_agent,
    details: JSON.parse(row.details) as JsonObject,
  };
}

/** What a search reads of an event. */
export const wordsOf = ({ user_agent, details }: EventRow) => user_agent + details;

/** A row with its place in the log. */
export interface NumberedEventRow extends EventRow {
  readonly seq: number;
}

/** Two lists of events, each with the newest first, as one of the same order; what is in both is in it once. */
export function mergeEvents(
  one: readonly NumberedEventRow[],
  other: readonly NumberedEventRow[],
): readonly NumberedEventRow[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const merged: NumberedEventRow[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [left, right] = [one[i], other[j]];
    const next = left && (!right || left.seq >= right.seq) ? left : right;
    if (!next) return merged;
    merged.push(next);
    if (left?.seq === next.seq) i += 1;
    if (right?.seq === next.seq) j += 1;
  }
}

export const toEventRow = (event: SecurityEvent): EventRow => ({
  id: event.id,
  at_ms: event.at,
  source: event.source,
  action_type: event.actionType,
  severity: event.severity,
  user_id: event.userId ?? null,
  ip: event.ip,
  user_agent: event.userAgent,
  details: JSON.stringify(event.details),
});
