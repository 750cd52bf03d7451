import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { waitsOf } from '../bench/scaling.ts';

const run = (...given: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/run.mjs', 'scaling.ts', ...given], { encoding: 'utf8' });

test('one server, half busy, waits as the formula of M/M/1 says, and two never longer', () => {
  const mean = (servers: number) =>
    waitsOf(50, 10, servers, 7).reduce((sum, one, _, { length }) => sum + one / length, 0);
  expect(mean(1) / 10).toBeCloseTo(1, 1);
  expect(mean(2)).toBeLessThan(mean(1));
});

test('npm run scaling prints the same for the same seed, and rejects what cannot be', () => {
  expect(JSON.parse(run('--json', '--seed', '3').stdout).needs).toHaveLength(8);
  expect(run('--seed', '3').stdout).toBe(run('--seed', '3').stdout);
  expect(run('--hit-rate', '2')).toMatchObject({ status: 2 });
});
