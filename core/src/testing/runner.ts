/** The checks of a value that the suites use. */
export interface Matchers {
  /** The same value, by `Object.is`. */
  readonly toBe: (expected: unknown) => void;
  /** Not `undefined`. */
  readonly toBeDefined: () => void;
  /** `undefined`. */
  readonly toBeUndefined: () => void;
  /** A larger number. */
  readonly toBeGreaterThan: (expected: number) => void;
  /** A smaller number. */
  readonly toBeLessThan: (expected: number) => void;
  /** A number that is not larger. */
  readonly toBeLessThanOrEqual: (expected: number) => void;
  /** A list with this member, or a text with this part. */
  readonly toContain: (expected: unknown) => void;
  /** The same structure; members that are `undefined` count as absent. */
  readonly toEqual: (expected: unknown) => void;
  /** A list or text of this length. */
  readonly toHaveLength: (expected: number) => void;
  /** An object with a member of this name. */
  readonly toHaveProperty: (expected: string) => void;
  /** A text in which the pattern is found. */
  readonly toMatch: (expected: RegExp) => void;
  /** An object that has at least these members. */
  readonly toMatchObject: (expected: object) => void;
  /** A function that throws, with this text in its message if one is given. */
  readonly toThrow: (expected?: string) => void;
}

/**
 * The functions of a test runner that the suites use, so that they depend on none: Vitest, Jest and Bun have both, and
 * for the runner of Node the package `expect` has the second. Source: docs/decisions/0041-contract-suites-take-their-runner.md.
 */
export interface TestRunner {
  /** Registers a test. */
  readonly test: (name: string, run: () => Promise<void> | void) => void;
  /** Checks a value; a check that fails throws. */
  readonly expect: (value: unknown) => Matchers & {
    readonly not: Matchers;
    /** Checks the reason for which a promise is rejected. */
    readonly rejects: { readonly toThrow: (expected?: string) => Promise<void> };
  };
}
