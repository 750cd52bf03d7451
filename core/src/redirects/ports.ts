import type { EpochMs } from '../kernel/index.ts';

/** A path that people asked for and no page has. */
export interface MissedPath {
  readonly path: string;
  /** How often since it was first missed, with no thirty days without. */
  readonly count: number;
  readonly lastAt: EpochMs;
}

/** Counts the paths that people asked for and no page has; of those who asked it knows nothing. */
export interface MissedPaths {
  /**
   * Adds counts, in one atomic step. All but `keep` paths are forgotten then: those that were missed least often, and of
   * these the ones whose last time is longest ago.
   */
  readonly add: (missed: readonly MissedPath[], keep: number) => Promise<void>;
  /** The paths most missed, at most `limit`; of those with one count the last missed first, then by name. */
  readonly most: (limit: number) => Promise<readonly MissedPath[]>;
  /** Removes the paths last missed before `before` and returns the count. */
  readonly purge: (before: EpochMs) => Promise<number>;
}
