import type { StoredConsentRecord } from '@coachsite/core/consent';

/** A row of `consent_records`. */
export interface ConsentRow {
  readonly id: string;
  readonly policy_version: string;
  readonly language: StoredConsentRecord['language'];
  readonly functional: number;
  readonly analytics: number;
  readonly marketing: number;
  readonly recorded_at_ms: number;
  /** Of the client's networks; -1: unknown. */
  readonly network_bucket: number;
}

export const toRecord = (row: ConsentRow): StoredConsentRecord => ({
  id: row.id,
  policyVersion: row.policy_version,
  language: row.language,
  functional: row.functional === 1,
  analytics: row.analytics === 1,
  marketing: row.marketing === 1,
  recordedAt: row.recorded_at_ms,
});
