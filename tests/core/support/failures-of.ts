import type { TestRunner } from '@coachsite/core/testing';
import { expect } from 'vitest';

/** Runs a contract suite. */
export type Suite = (runner: TestRunner) => void;

/** So many turns of the queue of promises are more than any test over a memory adapter takes. */
const manyTurns = 200_000;

/** Rejects after many turns, in which a promise that waits for nothing else has been settled. */
async function whileTurning(isOver: () => boolean): Promise<void> {
  for (let turn = 0; turn < manyTurns && !isOver(); turn += 1) await undefined;
  if (!isOver()) throw new Error('The test waits for what never happens');
}

/** The names of the tests of a suite that fail, or wait for ever; the first `most` of them. */
export async function failuresOf(suite: Suite, most = Number.POSITIVE_INFINITY) {
  const tests: { readonly name: string; readonly run: () => Promise<void> | void }[] = [];
  suite({ expect, test: (name, run) => tests.push({ name, run }) });
  const failed: string[] = [];
  for (const { name, run } of tests) {
    if (failed.length >= most) break;
    let isOver = false;
    try {
      const ended = Promise.resolve(run()).finally(() => {
        isOver = true;
      });
      await Promise.all([ended, whileTurning(() => isOver)]);
    } catch {
      failed.push(name);
    }
  }
  return failed as readonly string[];
}
