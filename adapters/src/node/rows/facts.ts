import type { FactsOverlay, FactsVersion } from '@coachsite/core/facts';

/** A row of `facts_version`. */
export interface VersionRow {
  readonly id: number;
  readonly saved_at_ms: number;
  readonly saved_by: string | null;
  readonly overlay: string;
}

export const toVersion = (row: VersionRow): FactsVersion => ({
  id: row.id,
  savedAt: row.saved_at_ms,
  savedBy: row.saved_by ?? undefined,
  overlay: JSON.parse(row.overlay) as FactsOverlay,
});
