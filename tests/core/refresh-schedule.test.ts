import { loadingLimitMs } from '@coachsite/core/roles';
import {
  mayRetryRefresh,
  type RefreshFailure,
  refreshBackoffMs,
  refreshOutcome,
  refreshTickMs,
  shouldRefresh,
  signingKeysCacheMs,
} from '@coachsite/core/session';
import { epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refreshBackoffBaseMs, refreshMarginMs } from '#core/src/session/refresh-schedule.ts';
import { casesOf, factOf } from '../support/core-cases.ts';

interface OutcomeCase {
  readonly error?: string;
  readonly status?: number;
  readonly retryable?: boolean;
  readonly keepSession?: boolean;
}

describe('session refresh (docs/rules.md#9)', () => {
  test('the numbers are those of the specification', () => {
    expect(factOf('sessionRefresh', 'constants')).toEqual({
      tickMs: refreshTickMs,
      marginMs: refreshMarginMs,
      backoffBaseMs: refreshBackoffBaseMs,
      backoffFactor: refreshBackoffMs(2) / refreshBackoffMs(1),
    });
    expect(factOf('sessionRefresh', 'loadingTimeoutMs')).toBe(loadingLimitMs);
    expect(factOf('sessionRefresh', 'jwksCacheMs')).toBe(signingKeysCacheMs);
  });

  test.each(
    casesOf<{ now: number; expires_at: number; refresh?: boolean; recommended?: boolean }>(
      'sessionRefresh',
      'shouldRefresh',
    ),
  )('at $now with an end at $expires_at', ({ now, expires_at, refresh, recommended }) => {
    expect(shouldRefresh({ now, expiresAtSeconds: expires_at })).toBe(refresh ?? recommended);
  });

  test.each(casesOf<{ retry: number; delayMs: number }>('sessionRefresh', 'backoff'))(
    'retry $retry waits $delayMs ms',
    ({ retry, delayMs }) => {
      expect(refreshBackoffMs(retry)).toBe(delayMs);
    },
  );

  test.each(casesOf<OutcomeCase>('sessionRefresh', 'outcomes'))('outcome, case %#', (one) => {
    const failure: RefreshFailure =
      one.status === undefined ? { network: true } : { status: one.status };
    const outcome = refreshOutcome(failure);
    if (one.retryable !== undefined) expect(outcome.retryable).toBe(one.retryable);
    // Where the table leaves it open, it recommends keeping the session.
    expect(outcome.keepSession).toBe(one.keepSession ?? true);
  });

  test('a session is refreshed from 90 s before its end', () => {
    fc.assert(
      fc.property(epochMs, fc.integer({ min: -1000, max: 4000 }), (now, leftSeconds) => {
        const seconds = Math.trunc(now / 1000);
        const session = { expiresAtSeconds: seconds + leftSeconds, now: seconds * 1000 };
        expect(shouldRefresh(session)).toBe(leftSeconds <= 90);
      }),
    );
  });

  test('a check just before the margin is never too late', () => {
    expect(refreshMarginMs).toBeGreaterThan(2 * refreshTickMs);
  });

  test('only a 4xx other than 429 ends the session and is not retried', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), (status) => {
        const { retryable, keepSession } = refreshOutcome({ status });
        expect(keepSession).toBe(status >= 500 || status === 429);
        expect(retryable).toBe(status >= 500);
      }),
    );
  });

  test('retries stay within one check', () => {
    let waited = 0;
    let retry = 1;
    while (mayRetryRefresh({ startedAt: 0, now: waited, retry })) {
      waited += refreshBackoffMs(retry);
      retry += 1;
    }
    expect(waited).toBeLessThan(refreshTickMs);
    expect(retry).toBe(8);
  });
});
