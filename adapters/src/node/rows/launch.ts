import type { WaitingListId } from '@coachsite/core/catalogue';
import { type LaunchProgress, toLaunchPace } from '@coachsite/core/notify-me';

/** A row of `launches` with what is counted of its interests. */
export interface LaunchRow {
  readonly program_id: string;
  readonly started_at_ms: number;
  readonly confirmed_until_ms: number;
  readonly per_hour: number | null;
  readonly released_at_ms: number | null;
  readonly is_paused: number;
  readonly sent: number;
  /** Interests without a mail. */
  readonly held: number;
  /** Interests whose mail waits in the queue, and those of them whose mail has not failed yet. */
  readonly queued: number;
  readonly fresh: number;
  readonly failed: number;
}

export const toProgress = (row: LaunchRow): LaunchProgress => ({
  programId: row.program_id as WaitingListId,
  startedAt: row.started_at_ms,
  confirmedUntil: row.confirmed_until_ms,
  perHour: row.per_hour === null ? undefined : toLaunchPace(row.per_hour),
  releasedAt: row.released_at_ms ?? undefined,
  isPaused: row.is_paused === 1,
  sent: row.sent,
  waiting: row.held + row.queued,
  failed: row.failed,
});
