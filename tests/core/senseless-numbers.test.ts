import {
  abandonedAfterMs,
  abandonedBefore,
  blankUser,
  isAbandoned,
  isBanned,
} from '@coachsite/core/account';
import { backupFileName, backupsToRemove } from '@coachsite/core/backup';
import { messageKeptMs } from '@coachsite/core/contact';
import { minuteMs } from '@coachsite/core/kernel';
import { sessionsBeside } from '@coachsite/core/session';
import {
  epochMs,
  memoryBlobStore,
  memoryClock,
  memoryDigest,
  memoryUserStore,
} from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPaused, queuePauseMs } from '#core/src/queue/pause.ts';
import { checkClaims } from '#core/src/session/access-token.ts';
import { isOutlasted } from '#core/src/session/session.ts';

/** What a configuration may hold by mistake, where a positive number is meant. */
const senseless = fc.oneof(
  fc.constantFrom(Number.NaN, 0, -0, -1, Number.NEGATIVE_INFINITY),
  fc.double({ max: 0, noNaN: true }),
);

test('a session under a senseless limit is over, one without end goes on', () => {
  fc.assert(
    fc.property(epochMs, fc.nat(), senseless, (createdAt, age, limit) => {
      const session = { createdAt, refreshedAt: undefined };
      for (const limits of [{ inactivityMs: limit }, { lifetimeMs: limit }])
        expect(isOutlasted(session, limits, createdAt + age)).toBe(true);
      const ever = { inactivityMs: Number.POSITIVE_INFINITY, lifetimeMs: Number.POSITIVE_INFINITY };
      expect(isOutlasted(session, ever, createdAt + age)).toBe(false);
      expect(isOutlasted(session, { lifetimeMs: age + 1 }, Number.NaN)).toBe(true);
    }),
  );
});

test('beside a new session, a user keeps none under a senseless number, and all without a limit', () => {
  fc.assert(
    fc.property(senseless, fc.integer({ min: 1, max: 1000 }), (wrong, limit) => {
      expect(sessionsBeside(wrong)).toBe(0);
      expect(sessionsBeside(limit)).toBe(limit - 1);
      expect(sessionsBeside(limit + 0.5)).toBe(limit);
    }),
  );
  expect(Number.isSafeInteger(sessionsBeside(Number.POSITIVE_INFINITY))).toBe(true);
});

test('a token whose end is no number has ended', () => {
  const claims = { iss: 'i', aud: 'authenticated', iat: 0, sub: 's', session_id: 's' };
  expect(checkClaims({ ...claims, exp: Number.NaN }, 'i', 0)._unsafeUnwrapErr().reason).toBe(
    'expired',
  );
});

test('a ban whose end is no number has none', () => {
  const user = { ...blankUser('u', 0), bannedUntil: Number.NaN };
  expect(isBanned(user, 0)).toBe(true);
  expect(isBanned({ ...user, bannedUntil: 10 }, Number.NaN)).toBe(true);
});

test('no account is abandoned by a senseless number', async () => {
  const users = memoryUserStore();
  const now = 100 * abandonedAfterMs;
  await users.create(blankUser('a', now - 2));
  await users.create(blankUser('b', now - 1));
  const before = (leastMs: number) => abandonedBefore({ users }, { accounts: 1, leastMs }, now);
  for (const leastMs of [Number.NaN, -1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect(await before(leastMs)).toBe(now - abandonedAfterMs);
  expect(await before(0)).toBe(now - 1);
  expect(isAbandoned(blankUser('u', 0), Number.NaN)).toBe(false);
});

test('a queue with senseless lengths pauses for a minute', () => {
  fc.assert(
    fc.property(senseless, fc.nat(40), epochMs, (length, failures, now) => {
      expect(queuePauseMs({ firstMs: length, longestMs: 5 }, failures)).toBe(minuteMs);
      expect(queuePauseMs({ firstMs: 5, longestMs: length }, failures)).toBe(minuteMs);
      const pause = { problem: 'x', failures, until: now + minuteMs };
      expect(isPaused(pause, { longestMs: length }, now)).toBe(true);
      expect(isPaused(pause, { longestMs: length }, now + minuteMs)).toBe(false);
    }),
  );
});

test('a senseless number removes no backup and no message', () => {
  const names = [1, 2, 3].map((at) => backupFileName(at));
  const made = backupFileName(4);
  for (const keep of [Number.NaN, -1, Number.NEGATIVE_INFINITY])
    expect(backupsToRemove([...names, made], keep, made)).toEqual([]);
  expect(backupsToRemove([...names, made], Number.POSITIVE_INFINITY, made)).toEqual([]);
  expect(backupsToRemove([...names, made], 0, made)).toHaveLength(3);
  fc.assert(
    fc.property(senseless, epochMs, (months, now) => {
      expect(now - messageKeptMs(months)).toBeLessThan(0);
    }),
  );
});

test('a senseless size accepts no file', async () => {
  const store = memoryBlobStore(memoryClock(), memoryDigest);
  async function* bytes() {
    yield new Uint8Array(1);
  }
  for (const limitBytes of [Number.NaN, 0, -1])
    expect((await store.stage(bytes(), limitBytes)).isErr()).toBe(true);
});
