import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demandOf, erlangC, serversFor, simulate } from '../bench/scaling-model.ts';

const root = join(import.meta.dirname, '..', '..');
const command = ['scripts/run.mjs', 'scaling.ts'];

const simulations = fc.record({
  perSecond: fc.double({ min: 1, max: 1000, noNaN: true }),
  serviceMs: fc.double({ min: 0.05, max: 20, noNaN: true }),
  servers: fc.integer({ min: 1, max: 8 }),
  requests: fc.integer({ min: 1, max: 2000 }),
  seed: fc.integer(),
});

const closeTo = (actual: number, expected: number, share: number) =>
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.abs(expected) * share);

describe('the model of docs/scaling.md', () => {
  test("Little's law: those present are the rate times how long each stays", () => {
    fc.assert(
      fc.property(simulations, (simulation) => {
        const { requests, spanMs, meanStayMs, meanPresent } = simulate(simulation);
        closeTo(meanPresent, (requests / spanMs) * meanStayMs, 1e-6);
      }),
    );
  });

  test('twice the processes never make anybody wait longer', () => {
    fc.assert(
      fc.property(simulations, (simulation) => {
        const some = simulate(simulation);
        const twice = simulate({ ...simulation, servers: simulation.servers * 2 });
        // The same sums in another order differ in their last digits.
        expect(twice.meanWaitMs).toBeLessThanOrEqual(some.meanWaitMs + 1e-6);
        expect(twice.p99WaitMs).toBeLessThanOrEqual(some.p99WaitMs + 1e-6);
      }),
    );
  });

  test('with one queue, one more process never makes anybody wait longer', () => {
    fc.assert(
      fc.property(simulations, ({ perSecond, serviceMs, servers }) => {
        const more = erlangC(perSecond, serviceMs, servers + 1).meanWaitMs;
        expect(more).toBeLessThanOrEqual(erlangC(perSecond, serviceMs, servers).meanWaitMs);
      }),
    );
  });

  test('one server waits as the formula of M/M/1 says, computed and simulated', () => {
    const wait = (0.5 * 10) / (1 - 0.5);
    expect(erlangC(50, 10, 1)).toEqual({ utilisation: 0.5, meanWaitMs: wait });
    const simulated = simulate({
      perSecond: 50,
      serviceMs: 10,
      servers: 1,
      requests: 200_000,
      seed: 7,
    });
    closeTo(simulated.meanWaitMs, wait, 0.05);
    closeTo(simulated.utilisation, 0.5, 0.02);
  });

  test('the processes it plans are enough, and one fewer would not be', () => {
    fc.assert(
      fc.property(simulations, ({ perSecond, serviceMs }) => {
        const servers = serversFor(perSecond, serviceMs, 0.6);
        expect(erlangC(perSecond, serviceMs, servers).utilisation).toBeLessThanOrEqual(0.6 + 1e-9);
        if (servers > 1)
          expect(erlangC(perSecond, serviceMs, servers - 1).utilisation).toBeGreaterThan(0.6);
      }),
    );
  });

  test('a better CDN never leaves more work, and a path that it may not serve stays', () => {
    const paths = [
      {
        name: 'page',
        megabytes: 0.02,
        perVisit: 4,
        siteMs: 0.1,
        databaseMs: 0.1,
        isCacheable: true,
      },
      {
        name: 'contact',
        megabytes: 0.001,
        perVisit: 0.1,
        siteMs: 2,
        databaseMs: 1,
        isCacheable: false,
      },
    ];
    const rate = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(rate, rate, (one, other) => {
        const at = (hitRate: number) => demandOf(paths, { visits: 1000, peakShare: 0.3, hitRate });
        const [worse, better] = [at(Math.min(one, other)), at(Math.max(one, other))];
        expect(better.perSecond).toBeLessThanOrEqual(worse.perSecond);
        expect(better.perSecond).toBeGreaterThanOrEqual((1000 * 0.3 * 0.1) / 3600);
      }),
    );
  });
});

describe('npm run scaling', () => {
  const run = (...parameters: readonly string[]) =>
    spawnSync(process.execPath, [...command, ...parameters], { cwd: root, encoding: 'utf8' });

  test('prints the same for the same seed, as data too', () => {
    const print = () =>
      execFileSync(process.execPath, [...command, '--json', '--seed', '3'], {
        cwd: root,
        encoding: 'utf8',
      });
    const first = print();
    expect(print()).toBe(first);
    const { needs } = JSON.parse(first) as { needs: { factor: number; hasCdn: boolean }[] };
    expect(needs.map(({ factor, hasCdn }) => [factor, hasCdn])).toEqual(
      [1, 10, 100, 1000].flatMap((factor) => [
        [factor, false],
        [factor, true],
      ]),
    );
  });

  test('says what it takes, and rejects what it does not know', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/--hit-rate/) });
    expect(run('--hit-rate', '2')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--hit-rate'),
    });
  });
});
