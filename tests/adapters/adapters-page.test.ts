import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockoutStore } from '@coachsite/core/lockout';
import { lockoutStoreContract } from '@coachsite/core/testing';
import { afterAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/adapters.md'), 'utf8');

// In the checkout, so that the code finds the packages by their names, and in a folder that git ignores.
mkdirSync(join(root, 'reports'), { recursive: true });
const folder = mkdtempSync(join(root, 'reports', 'adapters-page-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [, name = '', code = ''] of page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```/gm))
  writeFileSync(join(folder, name), code);

describe("the adapter of 'docs/adapters.md' passes its suite", async () => {
  await import(join(folder, 'lockouts.test.ts'));
});

test('the suite fails over its first version as the page says', async () => {
  const { lockouts } = (await import(join(folder, 'first.ts'))) as {
    lockouts: (path: string) => LockoutStore;
  };
  const tests: { readonly name: string; readonly run: () => unknown }[] = [];
  const runner = {
    expect,
    test: (name: string, run: () => unknown) => void tests.push({ name, run }),
  };
  lockoutStoreContract(runner, async () => lockouts(':memory:'));
  const failed: string[] = [];
  for (const { name, run } of tests) {
    try {
      await run();
    } catch {
      failed.push(name);
    }
  }
  expect(failed.toSorted()).toEqual(
    [...page.matchAll(/^- `([^`]+)`[:;.]/gm)].map(([, name]) => name).toSorted(),
  );
});
