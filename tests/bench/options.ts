/** The options of the command line. */
export interface BenchOptions {
  readonly runs: number;
  /** Only these paths; all when empty. */
  readonly paths: readonly string[];
  readonly language?: 'nl' | 'en' | undefined;
  /** Without Lighthouse. */
  readonly quick: boolean;
  /** Only Lighthouse's speed, of pages. */
  readonly lcp: boolean;
  /** How long the load lasts, in seconds. */
  readonly seconds: number;
}
