/** Times that are nearer to a moment than another one is, on either side of it: the rule of `elapsed` in the kernel of the core. */
export interface Near {
  readonly after: number;
  readonly before: number;
}

/** Those nearer to `at` than `since`, which is before it. */
export const nearTo = (at: number, since: number): Near => ({
  after: since,
  before: 2 * at - since,
});

/** Whether a column holds one of them. */
export const isNear = (column: string): string => `${column} > :after AND ${column} < :before`;
