import type { EpochMs } from '../kernel/index.ts';
import type { ConsentChoice, ConsentProof } from './consent.ts';

/** A choice as proof that it was made; nothing in it leads to a person. Source: docs/law-and-search.md#D10. */
export type ConsentRecord = Omit<ConsentChoice, 'necessary'> & Omit<ConsentProof, 'savedAt'>;

/** Keeps the proofs of cookie choices: each change of a choice is a record of its own. */
export interface ConsentLog {
  readonly add: (record: ConsentRecord, now: EpochMs) => Promise<void>;
  readonly count: () => Promise<number>;
  /** Removes the records made before `before` and returns how many. */
  readonly purge: (before: EpochMs) => Promise<number>;
}
