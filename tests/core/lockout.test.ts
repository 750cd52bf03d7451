import { defaultLockout } from '@coachsite/core/defaults';
import type { EpochMs } from '@coachsite/core/kernel';
import {
  currentRecord,
  isLocked,
  type LockoutRecord,
  lockedError,
  lockedUntil,
  recordFailure,
} from '@coachsite/core/lockout';
import { epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf, factOf } from '../support/core-cases.ts';

const policy = defaultLockout;
const { maxFailures, lockoutMs } = policy;

interface LockoutCase {
  readonly name: string;
  readonly events: readonly { t: number; email: string; type: 'failure' | 'query' }[];
  readonly checks: readonly { t: number; email: string; locked?: boolean; recommended?: boolean }[];
}

const failuresAt = (times: readonly number[]): LockoutRecord | undefined =>
  times.reduce<LockoutRecord | undefined>(
    (record, at) => recordFailure(record, policy, at),
    undefined,
  );

describe('lockout (docs/rules.md#4, docs/rules.md#9)', () => {
  test('five failures, fifteen minutes', () => {
    expect(maxFailures).toBe(factOf('lockout', 'maxFailures'));
    expect(lockoutMs).toBe(factOf('lockout', 'lockMs'));
  });

  test.each(casesOf<LockoutCase>('lockout', 'cases'))('$name', ({ events, checks }) => {
    const records = new Map<string, LockoutRecord | undefined>();
    for (const { t, email, type } of events) {
      const record = records.get(email);
      records.set(
        email,
        type === 'failure' ? recordFailure(record, policy, t) : currentRecord(record, policy, t),
      );
    }
    for (const { t, email, locked, recommended } of checks) {
      expect(isLocked(records.get(email), policy, t)).toBe(locked ?? recommended);
    }
  });

  test('locks exactly until fifteen minutes after the fifth failure', () => {
    fc.assert(
      fc.property(
        epochMs,
        fc.integer({ min: -2 * lockoutMs, max: 2 * lockoutMs }),
        (at, offset) => {
          const record = failuresAt([at, at, at, at, at]);
          expect(lockedUntil(record, policy)).toBe(at + lockoutMs);
          expect(isLocked(record, policy, at + offset)).toBe(offset < lockoutMs);
        },
      ),
    );
  });

  test('attempts rejected while locked neither count nor lengthen the lock', () => {
    fc.assert(
      fc.property(epochMs, fc.array(fc.nat(lockoutMs - 1)), (at, later) => {
        const locked = failuresAt([at, at, at, at, at]);
        const hammered = later
          .toSorted((a, b) => a - b)
          .reduce<LockoutRecord | undefined>(
            (record, ms) => recordFailure(record, policy, at + ms),
            locked,
          );
        expect(hammered).toEqual(locked);
      }),
    );
  });

  test('any five consecutive failures lock, however far apart; fewer never do', () => {
    fc.assert(
      fc.property(fc.array(epochMs, { maxLength: 5 }), (times) => {
        const sorted = times.toSorted((a, b) => a - b);
        expect(isLocked(failuresAt(sorted), policy, sorted.at(-1) ?? 0)).toBe(times.length === 5);
      }),
    );
  });

  test('a failure after the lock restarts the count', () => {
    const after: EpochMs = 0 + lockoutMs;
    const record = recordFailure({ count: 5, lastFailureAt: 0 }, policy, after);
    expect(record).toEqual({ count: 1, lastFailureAt: after });
  });

  test('length of the lock and number of failures can be set', () => {
    const short = { maxFailures: 5, lockoutMs: 2000 };
    const record = { count: 5, lastFailureAt: 0 };
    expect(isLocked(record, short, 1999)).toBe(true);
    expect(isLocked(record, short, 2000)).toBe(false);
    expect(recordFailure(record, short, 2000).count).toBe(1);
    expect(isLocked(record, { ...short, maxFailures: 6 }, 0)).toBe(false);
    expect(isLocked({ count: 2, lastFailureAt: 0 }, { ...short, maxFailures: 2 }, 0)).toBe(true);
  });

  test('a policy that makes no sense locks everything, without end', () => {
    const wrong = fc.oneof(
      fc.constantFrom(Number.NaN, 0, Number.NEGATIVE_INFINITY),
      fc.double({ max: 0, noNaN: true }),
    );
    const settings = fc.oneof(
      wrong.map((lockoutMs) => ({ lockoutMs })),
      wrong.map((number) => ({ maxFailures: number })),
      fc.constant({ maxFailures: 0.99 }),
    );
    const records = fc.option(
      fc.record({ count: fc.integer({ min: 1, max: 9 }), lastFailureAt: epochMs }),
      {
        nil: undefined,
      },
    );
    fc.assert(
      fc.property(records, settings, epochMs, (record, setting, now) => {
        const senseless = { ...policy, ...setting };
        expect(lockedUntil(record, senseless)).toBe(Number.POSITIVE_INFINITY);
        expect(isLocked(record, senseless, now)).toBe(true);
        const { count } = recordFailure(record, senseless, now);
        if ('maxFailures' in setting) expect(count).toBe(record?.count ?? 1);
      }),
    );
    expect(lockedError(Number.POSITIVE_INFINITY).retryAfterSeconds).toBe(86_400);
    expect(isLocked(undefined, { maxFailures: 1, lockoutMs: 1 }, 0)).toBe(false);
  });

  test('infinite numbers say what they mean: it never locks, or without end', () => {
    fc.assert(
      fc.property(fc.nat(1e9), epochMs, (count, at) => {
        const record = { count: count + 5, lastFailureAt: at };
        const never = { ...policy, maxFailures: Number.POSITIVE_INFINITY };
        expect(isLocked(record, never, at)).toBe(false);
        const ever = { ...policy, lockoutMs: Number.POSITIVE_INFINITY };
        expect(isLocked(record, ever, at + 1e12)).toBe(true);
      }),
    );
  });

  test('under a time that makes no sense no lock ends, and failures count', () => {
    const timeless = fc.constantFrom(
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    );
    fc.assert(
      fc.property(epochMs, fc.nat(9), timeless, (at, count, now) => {
        const record = { count, lastFailureAt: at };
        expect(currentRecord(record, policy, now)).toBe(record);
        expect(isLocked(record, policy, now)).toBe(count >= maxFailures);
        const next = { count: count < maxFailures ? count + 1 : count, lastFailureAt: at };
        expect(recordFailure(record, policy, now)).toEqual(next);
      }),
    );
    expect(recordFailure(undefined, policy, Number.NaN)).toEqual({ count: 1, lastFailureAt: 0 });
  });

  test('a clock set back does not make a lock longer than its duration', () => {
    const hourAgo = 3_600_000;
    const settled = currentRecord({ count: 5, lastFailureAt: 2 * hourAgo }, policy, hourAgo);
    expect(lockedUntil(settled, policy)).toBe(hourAgo + lockoutMs);
  });
});
