import { defaultRateLimit } from '@coachsite/core/defaults';
import {
  accountKey,
  allowAttempt,
  clampLimit,
  clientRateLimitKey,
  clientRateLimitPrefix,
  deviceIdentifier,
  isAccountKey,
  rateLimitError,
  signInAction,
  waitMs,
} from '@coachsite/core/rate-limit';
import { epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../support/core-cases.ts';

interface RateLimitCase {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
  readonly calls: readonly { t: number; identifier: string; action: string; allowed: boolean }[];
}

const limit = { maxAttempts: 5, windowMs: 900_000 };

describe('rate limit (docs/rules.md#7, docs/rules.md#9)', () => {
  test.each(casesOf<RateLimitCase>('rateLimit', 'cases'))('$name', ({ max, windowMs, calls }) => {
    const kept = new Map<string, readonly number[]>();
    for (const { t, identifier, action, allowed } of calls) {
      const key = `${action} ${identifier}`;
      const result = allowAttempt(kept.get(key) ?? [], { maxAttempts: max, windowMs }, t);
      expect(result.allowed).toBe(allowed);
      kept.set(key, result.times);
    }
  });

  test('no window allows more attempts than the limit', () => {
    const gaps = fc.array(fc.nat(400_000), { maxLength: 60 });
    fc.assert(
      fc.property(epochMs, gaps, (start, waits) => {
        let now = start;
        let times: readonly number[] = [];
        const allowedAt: number[] = [];
        for (const wait of waits) {
          now += wait;
          const result = allowAttempt(times, limit, now);
          times = result.times;
          if (result.allowed) allowedAt.push(now);
          expect(times.length).toBeLessThanOrEqual(limit.maxAttempts);
        }
        for (const at of allowedAt) {
          const inWindow = allowedAt.filter((other) => other > at - limit.windowMs && other <= at);
          expect(inWindow.length).toBeLessThanOrEqual(limit.maxAttempts);
        }
      }),
    );
  });

  test('after the wait, and not before, the next attempt is allowed', () => {
    fc.assert(
      fc.property(
        epochMs,
        fc.array(fc.nat(899_999), { minLength: 5, maxLength: 5 }),
        (now, ages) => {
          const times = ages.map((age) => now - age);
          const wait = waitMs(times, limit, now);
          expect(wait).toBeGreaterThan(0);
          expect(allowAttempt(times, limit, now + wait).allowed).toBe(true);
          expect(allowAttempt(times, limit, now + wait - 1).allowed).toBe(false);
        },
      ),
    );
    expect(waitMs([], limit, 0)).toBe(0);
  });

  test('times from a clock that was set back do not block forever', () => {
    const future = [9e12, 9e12, 9e12, 9e12, 9e12];
    const rejected = allowAttempt(future, limit, 1_000_000);
    expect(rejected.allowed).toBe(false);
    expect(allowAttempt(rejected.times, limit, 1_000_000 + limit.windowMs).allowed).toBe(true);
  });

  test('a limit or a time that makes no sense allows nothing', () => {
    const none = fc.oneof(
      fc.constantFrom(Number.NaN, 0, -0, Number.NEGATIVE_INFINITY),
      fc.double({ max: 0, noNaN: true }),
    );
    const timeless = fc.constantFrom(
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    );
    const wrong = fc.oneof(
      none.map((windowMs) => ({ windowMs })),
      none.map((maxAttempts) => ({ maxAttempts })),
      timeless.map((now) => ({ now })),
    );
    fc.assert(
      fc.property(fc.array(epochMs, { maxLength: 9 }), epochMs, wrong, (times, at, setting) => {
        const { now, ...wrongLimit } = { ...limit, now: at, ...setting };
        const result = allowAttempt(times, wrongLimit, now);
        expect(result.allowed).toBe(false);
        // The list itself: a store writes nothing then, as no expiry could be worked out.
        if (!('maxAttempts' in setting)) {
          expect(result.times).toBe(times);
          expect(waitMs(times, wrongLimit, now)).toBe(Number.POSITIVE_INFINITY);
        }
        expect(waitMs(times, wrongLimit, now)).toBeGreaterThan(0);
      }),
    );
    expect(rateLimitError(Number.POSITIVE_INFINITY).retryAfterSeconds).toBe(86_400);
    expect(rateLimitError(Number.NaN).retryAfterSeconds).toBe(86_400);
  });

  test('a limit without end counts for ever, one of any number allows all', () => {
    fc.assert(
      fc.property(fc.array(epochMs, { maxLength: 9 }), epochMs, (times, now) => {
        const ever = { maxAttempts: 5, windowMs: Number.POSITIVE_INFINITY };
        expect(allowAttempt(times, ever, now).allowed).toBe(times.length < 5);
        const any = { ...limit, maxAttempts: Number.POSITIVE_INFINITY };
        expect(allowAttempt(times, any, now).allowed).toBe(true);
      }),
    );
  });

  test('a stored time that is no number counts as now', () => {
    const times = Array.from({ length: 5 }, () => Number.NaN);
    expect(allowAttempt(times, limit, 7)).toEqual({ allowed: false, times: [7, 7, 7, 7, 7] });
    expect(waitMs(times, limit, 7)).toBe(limit.windowMs);
  });

  test('the values of a client are clamped', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (attempts, minutes) => {
        const { maxAttempts, windowMs } = clampLimit(attempts, minutes);
        expect(maxAttempts).toBeGreaterThanOrEqual(1);
        expect(maxAttempts).toBeLessThanOrEqual(100);
        expect(windowMs).toBeGreaterThanOrEqual(60_000);
        expect(windowMs).toBeLessThanOrEqual(1440 * 60_000);
      }),
    );
    expect(clampLimit(5, 15)).toEqual(defaultRateLimit);
    expect(clampLimit(1e9, 0)).toEqual({ maxAttempts: 100, windowMs: 60_000 });
    expect(clampLimit(Number.NaN, Number.NaN)).toEqual(defaultRateLimit);
  });

  test('a device keeps its identifier, and another screen has another', () => {
    const device = { userAgent: 'Mozilla/5.0', screenWidth: 390, screenHeight: 844 };
    expect(deviceIdentifier(device)).toBe(deviceIdentifier({ ...device }));
    expect(deviceIdentifier(device)).not.toBe(deviceIdentifier({ ...device, screenWidth: 391 }));
    expect(deviceIdentifier(device)).toMatch(/^device-[0-9a-f]{16}$/);
    expect(signInAction).toBe('signin_attempt');
  });

  test('an identifier is two FNV-1a hashes of what the browser reports', () => {
    const fnv = (text: string, seed: number) =>
      text
        .split('')
        .reduce(
          (hash, unit) => ((hash ^ BigInt(unit.charCodeAt(0))) * 0x01000193n) % 2n ** 32n,
          BigInt(seed),
        )
        .toString(16)
        .padStart(8, '0');
    fc.assert(
      fc.property(fc.string(), fc.nat(4000), fc.nat(4000), (userAgent, width, height) => {
        const text = `${userAgent}|${width}x${height}`;
        const device = { userAgent, screenWidth: width, screenHeight: height };
        expect(deviceIdentifier(device)).toBe(
          `device-${fnv(text, 0x811c9dc5)}${fnv(text, 0x9747b28c)}`,
        );
      }),
    );
  });

  test('no key of an account is one of a device, and different calls have different keys', () => {
    const part = fc.constantFrom('a', 'b', 'a:', '","', ':a');
    fc.assert(
      fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (one, other) => {
        const key = clientRateLimitKey(...one);
        expect(key.startsWith(clientRateLimitPrefix)).toBe(true);
        expect(isAccountKey(key)).toBe(false);
        expect(isAccountKey(accountKey(one[0], one[1]))).toBe(true);
        expect(accountKey(one[0], one[1]).startsWith(clientRateLimitPrefix)).toBe(false);
        expect(key === clientRateLimitKey(...other)).toBe(one.join('|') === other.join('|'));
      }),
    );
    expect(clientRateLimitPrefix).not.toBe('');
  });
});
