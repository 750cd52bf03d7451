/** The checks of a value that the suites use. */
export interface Matchers {
  readonly toBe: (expected: unknown) => void;
  readonly toBeDefined: () => void;
  readonly toBeUndefined: () => void;
  readonly toBeGreaterThan: (expected: number) => void;
  readonly toBeLessThan: (expected: number) => void;
  readonly toBeLessThanOrEqual: (expected: number) => void;
  readonly toContain: (expected: unknown) => void;
  readonly toEqual: (expected: unknown) => void;
  readonly toHaveLength: (expected: number) => void;
  readonly toHaveProperty: (expected: string) => void;
  readonly toMatch: (expected: RegExp) => void;
  readonly toMatchObject: (expected: object) => void;
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
