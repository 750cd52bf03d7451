import fc from 'fast-check';
import type { EpochMs } from '../../kernel/index.ts';
import type { LockoutStore } from '../../lockout/index.ts';
import { type AttemptStore, clientRateLimitKey, type RateLimit } from '../../rate-limit/index.ts';
import type { TestRunner } from '../runner.ts';
import { today } from './kept-rows.ts';
import { commonText, unlikeTexts } from './unlike-texts.ts';

/** What an `AttemptStore` does; `open` returns a new, empty one. */
export function attemptStoreContract(
  { test, expect }: TestRunner,
  open: () => Promise<AttemptStore>,
): void {
  const limit = { maxAttempts: 3, windowMs: 100 };

  test('allows as many attempts as the limit, even when concurrent', async () => {
    const store = await open();
    const results = await Promise.all(
      Array.from({ length: 10 }, () => store.attempt('k', limit, 0)),
    );
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect((await store.attempt('other', limit, 0)).allowed).toBe(true);
  });

  test('reports the wait, which rejected attempts do not lengthen', async () => {
    const store = await open();
    const after = (ms: number) => store.attempt('k', limit, today + ms);
    for (const ms of [0, 10, 20]) await after(ms);
    expect(await after(30)).toEqual({ allowed: false, retryAfterMs: 70 });
    expect(await after(99)).toEqual({ allowed: false, retryAfterMs: 1 });
    expect((await after(100)).allowed).toBe(true);
    expect((await after(100)).allowed).toBe(false);
  });

  test('takes back one attempt', async () => {
    const store = await open();
    for (const now of [0, 10, 20]) await store.attempt('k', limit, now);
    await store.forgive('k', 9);
    await store.forgive('k', 11);
    expect((await store.attempt('k', limit, 30)).allowed).toBe(false);
    await store.forgive('k', 10);
    await store.forgive('nobody', 0);
    expect((await store.attempt('k', limit, 30)).allowed).toBe(true);
    expect((await store.attempt('k', limit, 30)).allowed).toBe(false);
  });

  test('of two attempts of one moment, one is forgiven', async () => {
    const store = await open();
    const two = { maxAttempts: 2, windowMs: 100 };
    for (let count = 0; count < 2; count += 1) await store.attempt('k', two, 10);
    await store.forgive('k', 10);
    expect((await store.attempt('k', two, 10)).allowed).toBe(true);
    expect((await store.attempt('k', two, 10)).allowed).toBe(false);
  });

  test('clears one key, or all client rate limits and nothing else', async () => {
    const store = await open();
    const keys = [
      clientRateLimitKey('a', 'x', '::1'),
      clientRateLimitKey('a', 'y', '::1'),
      'ip:a',
      'ip:b',
    ];
    const one = { maxAttempts: 1, windowMs: 100 };
    const allowed = async () => {
      const results = await Promise.all(keys.map((key) => store.attempt(key, one, 0)));
      return results.map((result) => result.allowed);
    };
    expect(await allowed()).toEqual([true, true, true, true]);
    await store.clear(keys[0] ?? '');
    await store.clear('nobody');
    expect(await allowed()).toEqual([true, false, false, false]);
    await store.clearClientRateLimits();
    expect(await allowed()).toEqual([true, true, false, false]);
  });

  test('a sweep removes expired attempts', async () => {
    const store = await open();
    await store.attempt('a', limit, 0);
    await store.attempt('b', limit, 50);
    expect(await store.sweep(99)).toBe(0);
    expect(await store.sweep(100)).toBe(1);
    expect(await store.sweep(150)).toBe(1);
  });

  test('a sweep lifts no limit: a counter lasts until its last attempt is out of the window', async () => {
    const store = await open();
    for (const now of [0, 60, 60]) await store.attempt('k', limit, now);
    for (const now of [0, 10, 20]) await store.attempt('rejected', limit, now);
    await store.attempt('rejected', { ...limit, maxAttempts: 2 }, 105);
    expect(await store.sweep(100)).toBe(0);
    expect(await store.sweep(120)).toBe(1);
    expect((await store.attempt('k', limit, 110)).allowed).toBe(true);
    expect((await store.attempt('k', limit, 110)).allowed).toBe(false);
  });

  test('a clock that was set back delays no longer than one window', async () => {
    const store = await open();
    for (const now of [7200, 7210, 7220]) await store.attempt('k', limit, now);
    expect(await store.attempt('k', limit, 0)).toEqual({ allowed: false, retryAfterMs: 100 });
    expect(await store.attempt('k', limit, 60)).toEqual({ allowed: false, retryAfterMs: 40 });
    expect((await store.attempt('k', limit, 100)).allowed).toBe(true);
    for (const now of [10, 20, 30]) await store.attempt('partly ahead', limit, now);
    expect((await store.attempt('partly ahead', limit, 15)).allowed).toBe(false);
    for (let count = 0; count < 3; count += 1)
      expect((await store.attempt('partly ahead', limit, 115)).allowed).toBe(true);
  });

  test('a limit or a time that makes no sense allows nothing, and changes nothing', async () => {
    const store = await open();
    for (const now of [20, 30, 60]) await store.attempt('k', limit, now);
    const rejected: readonly (readonly [Partial<RateLimit>, EpochMs])[] = [
      ...[Number.NaN, 0, -1, Number.NEGATIVE_INFINITY].map(
        (windowMs) => [{ windowMs }, 10] as const,
      ),
      ...[Number.NaN, 0, -1].map((maxAttempts) => [{ maxAttempts }, 70] as const),
      ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(
        (now) => [{}, now] as const,
      ),
    ];
    for (const [wrong, now] of rejected)
      for (const key of ['k', 'new']) {
        const { allowed } = await store.attempt(key, { ...limit, ...wrong }, now);
        expect(allowed).toBe(false);
      }
    expect(await store.sweep(119)).toBe(0);
    expect(await store.attempt('k', limit, 70)).toEqual({ allowed: false, retryAfterMs: 50 });
  });

  test('an attempt counts for ever in a window without end', async () => {
    const store = await open();
    const once = { maxAttempts: 1, windowMs: Number.POSITIVE_INFINITY };
    expect((await store.attempt('k', once, 0)).allowed).toBe(true);
    expect(await store.sweep(1e12)).toBe(0);
    expect((await store.attempt('k', once, 1e12)).allowed).toBe(false);
  });

  test('keys that differ in anything have counts of their own', async () => {
    const one = { maxAttempts: 1, windowMs: 100 };
    await fc.assert(
      fc.asyncProperty(commonText, async (common) => {
        const store = await open();
        const isAllowed = async (key: string) => (await store.attempt(key, one, 0)).allowed;
        for (const [key, other] of unlikeTexts(common)) {
          expect([await isAllowed(key), await isAllowed(other)]).toEqual([true, true]);
          await store.clear(key);
          expect([await isAllowed(key), await isAllowed(other)]).toEqual([true, false]);
          await store.forgive(other, 0);
          expect([await isAllowed(key), await isAllowed(other)]).toEqual([false, true]);
        }
      }),
      { numRuns: 3 },
    );
  });

  test('never allows more than the limit within any window', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60), { maxLength: 25 }), async (steps) => {
        const store = await open();
        let now = 0;
        const allowed: number[] = [];
        for (const step of steps) {
          now += step;
          if ((await store.attempt('k', limit, now)).allowed) allowed.push(now);
        }
        for (const at of allowed) {
          const within = allowed.filter((other) => other >= at && other < at + limit.windowMs);
          expect(within.length).toBeLessThanOrEqual(limit.maxAttempts);
        }
      }),
      { numRuns: 30 },
    );
  });
}

/** What a `LockoutStore` does; `open` returns a new, empty one. */
export function lockoutStoreContract(
  { test, expect }: TestRunner,
  open: () => Promise<LockoutStore>,
): void {
  const lockMs = 1000;
  const policy = { maxFailures: 5, lockoutMs: lockMs };
  const { maxFailures } = policy;

  test('five concurrent attempts are allowed, then the account is locked', async () => {
    const store = await open();
    const after = (ms: number, key = 'k') => store.reserve(key, policy, today + ms);
    const all = await Promise.all(Array.from({ length: 40 }, () => after(0)));
    expect(all.filter(({ locked }) => !locked)).toHaveLength(maxFailures);
    expect(await after(lockMs - 1)).toEqual({ locked: true, retryAfterMs: 1 });
    expect(await after(lockMs)).toEqual({ locked: false, failures: 1 });
    expect((await after(0, 'other')).locked).toBe(false);
  });

  test('a release takes back one failure, a success all', async () => {
    const store = await open();
    for (let i = 0; i < 5; i += 1) await store.reserve('k', policy, today);
    await store.release('k');
    expect(await store.reserve('k', policy, today + 1)).toEqual({ locked: false, failures: 5 });
    expect(await store.clear('k')).toEqual({ count: 5, lastFailureAt: today + 1 });
    expect(await store.clear('k')).toBeUndefined();
    expect(await store.reserve('k', policy, 3)).toEqual({ locked: false, failures: 1 });
    expect(await store.clear('k')).toEqual({ count: 1, lastFailureAt: 3 });
    await store.release('nobody');
    expect(await store.reserve('nobody', policy, 3)).toEqual({ locked: false, failures: 1 });
  });

  test('a clock that was set back prolongs no lock beyond its duration', async () => {
    const store = await open();
    for (let i = 0; i < 5; i += 1) {
      await store.reserve('k', policy, 7_200_000);
      await store.reserve('other', policy, 7_200_000);
    }
    expect(await store.reserve('k', policy, 0)).toEqual({ locked: true, retryAfterMs: lockMs });
    expect(await store.reserve('k', policy, lockMs - 1)).toEqual({ locked: true, retryAfterMs: 1 });
    expect(await store.reserve('k', policy, lockMs)).toEqual({ locked: false, failures: 1 });
  });

  test('released to nothing, a record is gone, and is never below zero', async () => {
    const store = await open();
    await store.reserve('k', policy, 10);
    await store.release('k');
    expect(await store.sweep(1000)).toBe(0);
    await store.release('k');
    for (let i = 1; i <= maxFailures; i += 1) {
      expect(await store.reserve('k', policy, 20)).toEqual({ locked: false, failures: i });
    }
    expect((await store.reserve('k', policy, 20)).locked).toBe(true);
  });

  test('a policy that makes no sense locks every account and counts nothing', async () => {
    const store = await open();
    await store.reserve('k', policy, 0);
    for (const wrong of [Number.NaN, 0, -1, Number.NEGATIVE_INFINITY])
      for (const setting of [{ maxFailures: wrong }, { lockoutMs: wrong }])
        for (const key of ['k', 'new']) {
          const { locked } = await store.reserve(key, { ...policy, ...setting }, 1);
          expect(locked).toBe(true);
        }
    expect(await store.sweep(-1)).toBe(0);
    expect(await store.reserve('k', policy, 2)).toEqual({ locked: false, failures: 2 });
    expect(await store.reserve('new', policy, 2)).toEqual({ locked: false, failures: 1 });
  });

  test('under a time that makes no sense failures still count, and lock', async () => {
    const store = await open();
    for (let i = 0; i < maxFailures; i += 1) await store.reserve('k', policy, Number.NaN);
    expect((await store.reserve('k', policy, Number.NaN)).locked).toBe(true);
    await store.reserve('other', policy, 10);
    await store.reserve('other', policy, Number.NaN);
    expect(await store.clear('other')).toEqual({ count: 2, lastFailureAt: 10 });
  });

  test('keys that differ in anything have failures of their own', async () => {
    const one = { maxFailures: 1, lockoutMs: lockMs };
    await fc.assert(
      fc.asyncProperty(commonText, async (common) => {
        const store = await open();
        const isLocked = async (key: string) => (await store.reserve(key, one, 0)).locked;
        for (const [key, other] of unlikeTexts(common)) {
          expect([await isLocked(key), await isLocked(other)]).toEqual([false, false]);
          await store.clear(key);
          expect([await isLocked(key), await isLocked(other)]).toEqual([false, true]);
          await store.release(other);
          expect([await isLocked(key), await isLocked(other)]).toEqual([true, false]);
        }
      }),
      { numRuns: 3 },
    );
  });

  test('a sweep removes old failures', async () => {
    const store = await open();
    await store.reserve('a', policy, 19);
    await store.reserve('b', policy, 20);
    expect(await store.sweep(20)).toBe(1);
    expect(await store.sweep(20)).toBe(0);
    expect(await store.reserve('b', policy, 21)).toEqual({ locked: false, failures: 2 });
  });
}
