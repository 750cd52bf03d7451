import { expect } from 'vitest';
import { testList } from '../../../mutation/test-list.ts';
import { type Answers, answers } from './answers.ts';

/** What a runtime says of the tests, as JSON. */
export interface Said {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly answers: Answers;
}

export interface Failure {
  readonly file: string;
  readonly name: string;
  readonly message: string;
}

type List = ReturnType<typeof testList>;

const files = new Map<string, List>();
let current: List;

/** The tests that are named from here on are those of this file. */
export function begin(file: string): void {
  current = testList();
  files.set(file, current);
}

/** Vitest, as the tests of the core import it. */
type Vitest = List['vitest'];

export { expect };
export const test = Object.assign(
  (...call: Parameters<Vitest['test']>) => current.vitest.test(...call),
  {
    each: (...rows: Parameters<Vitest['test']['each']>) => current.vitest.test.each(...rows),
  },
);
export const describe = Object.assign(
  (...call: Parameters<Vitest['describe']>) => current.vitest.describe(...call),
  {
    each: (...rows: Parameters<Vitest['describe']['each']>) =>
      current.vitest.describe.each(...rows),
  },
);
export const beforeAll: Vitest['beforeAll'] = (run) => current.vitest.beforeAll(run);
export const afterAll: Vitest['afterAll'] = (run) => current.vitest.afterAll(run);

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Runs every test, one after the other. */
export async function run(zones: readonly string[]): Promise<Said> {
  let passed = 0;
  const failures: Failure[] = [];
  for (const [file, { tests, before, after }] of files) {
    for (const hook of before) await hook();
    for (const [name, call] of tests) {
      try {
        await call();
        passed += 1;
      } catch (error) {
        failures.push({ file, name, message: messageOf(error).slice(0, 600) });
      }
    }
    for (const hook of after) await hook();
  }
  return { passed, failures, answers: answers(zones) };
}
