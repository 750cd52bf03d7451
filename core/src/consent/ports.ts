import type { EpochMs } from '../kernel/index.ts';
import type { ConsentChoice, ConsentProof } from './consent.ts';

/** The record of a choice as proof; contains no personal data. Source: docs/law-and-search.md#D10. */
export type ConsentRecord = Omit<ConsentChoice, 'necessary'> & Omit<ConsentProof, 'savedAt'>;

/** A stored record, with the time of the server. */
export interface StoredConsentRecord extends ConsentRecord {
  /** When the server received it, which the visitor cannot set. */
  readonly recordedAt: EpochMs;
}

/** How many choices are kept under one number: anyone may send a record with any number. */
export const choicesPerNumber = 50;

/** How many choices are kept in all, some hundred megabytes. Beyond it the oldest of the network that sent most are removed. */
export const maxChoices = 500_000;

/**
 * Stores the proofs of cookie choices: each change of a choice is a separate record. At most `choicesPerNumber` records
 * are kept under one number (the newest), and `maxChoices` in all. Beyond that, the oldest records of the network that
 * sent the most are removed, so that a network that sends many loses only its own. Source:
 * docs/security.md#fixed-numbers.
 */
export interface ConsentLog {
  /**
   * Adds a record, dated `now`, and removes those beyond the limits. `ip` is that of the client; only the `networkBucket` of it
   * is kept, which names nobody. Absent: unknown; all of those count as one network.
   */
  readonly add: (record: ConsentRecord, now: EpochMs, ip?: string) => Promise<void>;
  /** The records under one number, in any case, newest first, at most `limit`. */
  readonly ofNumber: (number: string, limit: number) => Promise<readonly StoredConsentRecord[]>;
  /** The number of records under all numbers. */
  readonly count: () => Promise<number>;
  /** Removes the records made before `before` and returns the count. */
  readonly purge: (before: EpochMs) => Promise<number>;
}
