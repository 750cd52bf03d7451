import type { Version } from '@coachsite/core/content';

/** A row of `content_version`, without its subject. */
export interface VersionRow {
  readonly id: number;
  readonly saved_at_ms: number;
  readonly saved_by: string | null;
  readonly content: string;
}

export const toVersion = (row: VersionRow): Version => ({
  id: row.id,
  savedAt: row.saved_at_ms,
  savedBy: row.saved_by ?? undefined,
  content: JSON.parse(row.content) as unknown,
});
