import type { AmrEntry, Session } from '@coachsite/core/session';

/** A row of `sessions`. */
export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly amr: string;
  readonly created_at_ms: number;
  readonly refreshed_at_ms: number | null;
  readonly not_after_ms: number | null;
  readonly ip: string;
  readonly user_agent: string;
  readonly refresh_counter: number;
  readonly refresh_start: number;
  readonly refresh_key: string;
  readonly refresh_hash: string;
  readonly refresh_rotated_at_ms: number;
}

/** The columns of `sessions`. */
export const sessionColumns: readonly (keyof SessionRow)[] = [
  'id',
  'user_id',
  'amr',
  'created_at_ms',
  'refreshed_at_ms',
  'not_after_ms',
  'ip',
  'user_agent',
  'refresh_counter',
  'refresh_start',
  'refresh_key',
  'refresh_hash',
  'refresh_rotated_at_ms',
];

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    amr: JSON.parse(row.amr) as readonly AmrEntry[],
    createdAt: row.created_at_ms,
    refreshedAt: row.refreshed_at_ms ?? undefined,
    notAfter: row.not_after_ms ?? undefined,
    ip: row.ip,
    userAgent: row.user_agent,
    refresh: {
      counter: row.refresh_counter,
      start: row.refresh_start,
      key: row.refresh_key,
      hash: row.refresh_hash,
      rotatedAt: row.refresh_rotated_at_ms,
    },
  };
}

export function toSessionRow(session: Session): SessionRow {
  return {
    id: session.id,
    user_id: session.userId,
    amr: JSON.stringify(session.amr),
    created_at_ms: session.createdAt,
    refreshed_at_ms: session.refreshedAt ?? null,
    not_after_ms: session.notAfter ?? null,
    ip: session.ip,
    user_agent: session.userAgent,
    refresh_counter: session.refresh.counter,
    refresh_start: session.refresh.start,
    refresh_key: session.refresh.key,
    refresh_hash: session.refresh.hash,
    refresh_rotated_at_ms: session.refresh.rotatedAt,
  };
}
