import { expect } from 'vitest';
import { testList } from '../../../mutation/test-list.ts';

/** What a runtime says of the tests of a file. */
export interface Said {
  readonly passed: number;
  readonly left: number;
  readonly failures: readonly string[];
}

/** What a test rejects with that uses something that is not in the packages, such as a PostgreSQL of these tests. */
const absent = 'not in the packages';

/** Stands for a module that is not there, and for the mocks of Vitest. */
export const vi: Record<string, unknown> = new Proxy(
  {},
  {
    get: () => () => {
      throw new Error(absent);
    },
  },
);

const { tests, vitest } = testList();
const { test, describe } = vitest;
const ends: (() => unknown)[] = [];
const onTestFinished = (end: () => unknown) => void ends.push(end);

export { describe, expect, onTestFinished, test };

/** fast-check has what a property rejected with as the cause. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && (error.message === absent || isAbsent(error.cause));

/** Runs the tests one after the other, and prints what came of them. */
export async function run(): Promise<void> {
  let [passed, left] = [0, 0];
  const failures: string[] = [];
  for (const [name, call] of tests) {
    try {
      await call();
      passed += 1;
    } catch (error) {
      if (isAbsent(error)) left += 1;
      else failures.push(`${name}: ${String(error).slice(0, 600)}`);
    }
    for (const end of ends.splice(0)) await end();
  }
  const result: Said = { passed, left, failures };
  console.log(`\n${JSON.stringify(result)}`);
  process.exit();
}
