import type { TestRunner } from '@coachsite/core/testing';
import { expect } from 'vitest';

/** Runs a contract suite. */
export type Suite = (runner: TestRunner) => void;

/** Suites over sabotaged adapters, by the mistake of each. */
export type Sabotages = Readonly<Record<string, Suite>>;

/** The names of the tests of a suite that fail. */
export async function failuresOf(suite: Suite): Promise<readonly string[]> {
  const tests: { readonly name: string; readonly run: () => Promise<void> | void }[] = [];
  suite({ expect, test: (name, run) => tests.push({ name, run }) });
  const failed: string[] = [];
  for (const { name, run } of tests) {
    try {
      await run();
    } catch {
      failed.push(name);
    }
  }
  return failed;
}
