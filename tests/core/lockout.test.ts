import {
  currentRecord,
  isLocked,
  type LockoutRecord,
  lockedUntil,
  maxFailures,
  recordFailure,
} from '@coachsite/core/lockout';
import { epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lockoutMs } from '#core/src/lockout/lockout.ts';
import { casesOf, factOf } from '../support/core-cases.ts';

interface LockoutCase {
  readonly name: string;
  readonly events: readonly { t: number; email: string; type: 'failure' | 'query' }[];
  readonly checks: readonly { t: number; email: string; locked?: boolean; recommended?: boolean }[];
}

const failuresAt = (times: readonly number[]): LockoutRecord | undefined =>
  times.reduce<LockoutRecord | undefined>((record, at) => recordFailure(record, at), undefined);

describe('lockout (docs/rules.md#4, docs/rules.md#9)', () => {
  test('five failures, fifteen minutes', () => {
    expect(maxFailures).toBe(factOf('lockout', 'maxFailures'));
    expect(lockoutMs).toBe(factOf('lockout', 'lockMs'));
  });

  test.each(casesOf<LockoutCase>('lockout', 'cases'))('$name', ({ events, checks }) => {
    const records = new Map<string, LockoutRecord | undefined>();
    for (const { t, email, type } of events) {
      const record = records.get(email);
      records.set(email, type === 'failure' ? recordFailure(record, t) : currentRecord(record, t));
    }
    for (const { t, email, locked, recommended } of checks) {
      expect(isLocked(records.get(email), t)).toBe(locked ?? recommended);
    }
  });

  test('locks exactly until fifteen minutes after the fifth failure', () => {
    fc.assert(
      fc.property(
        epochMs,
        fc.integer({ min: -2 * lockoutMs, max: 2 * lockoutMs }),
        (at, offset) => {
          const record = failuresAt([at, at, at, at, at]);
          expect(lockedUntil(record)).toBe(at + lockoutMs);
          expect(isLocked(record, at + offset)).toBe(offset < lockoutMs);
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
            (record, ms) => recordFailure(record, at + ms),
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
        expect(isLocked(failuresAt(sorted), sorted.at(-1) ?? 0)).toBe(times.length === 5);
      }),
    );
  });

  test('a failure after the lock restarts the count', () => {
    const record = recordFailure({ count: 5, lastFailureAt: 0 }, lockoutMs);
    expect(record).toEqual({ count: 1, lastFailureAt: lockoutMs });
  });

  test('the length of the lock can be set', () => {
    const record = { count: 5, lastFailureAt: 0 };
    expect(isLocked(record, 1999, 2000)).toBe(true);
    expect(isLocked(record, 2000, 2000)).toBe(false);
    expect(recordFailure(record, 2000, 2000).count).toBe(1);
  });

  test('a clock set back does not make a lock longer than its duration', () => {
    const hourAgo = 3_600_000;
    const settled = currentRecord({ count: 5, lastFailureAt: 2 * hourAgo }, hourAgo);
    expect(lockedUntil(settled)).toBe(hourAgo + lockoutMs);
  });
});
