import type { CanonicalEmail } from '@coachsite/core/account';
import type { WaitingListId } from '@coachsite/core/catalogue';
import type { Language } from '@coachsite/core/language';
import type { Interest } from '@coachsite/core/notify-me';

/** An interest as a row of `interestColumns`. */
export interface InterestRow {
  readonly id: string;
  readonly email: CanonicalEmail;
  readonly program_id: string;
  readonly language: string;
  readonly text_version: string;
  readonly asked_at_ms: number;
  readonly confirmed_at_ms: number | null;
  readonly announced_at_ms: number | null;
  readonly launch_queued: number;
}

/** What is asked of a row of `interest_links`. */
export interface LinkRow {
  readonly interest_id: string | null;
  readonly until_ms: number | null;
  readonly used_at_ms: number | null;
}

/** The columns of an interest. */
export const interestColumns = `id, email, program_id, language, text_version, asked_at_ms, confirmed_at_ms, announced_at_ms,
  CAST(announced_at_ms IS NULL AND launch_mail_id IN (SELECT id FROM mail_queue) AS INTEGER) AS launch_queued`;

export const toInterest = (row: InterestRow): Interest => ({
  id: row.id,
  email: row.email,
  programId: row.program_id as WaitingListId,
  language: row.language as Language,
  textVersion: row.text_version,
  requestedAt: row.asked_at_ms,
  confirmedAt: row.confirmed_at_ms ?? undefined,
  announcedAt: row.announced_at_ms ?? undefined,
  launchQueued: row.launch_queued === 1,
});
