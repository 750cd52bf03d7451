import { consentLifetimeMs } from '@coachsite/core/consent';
import { messageKeptMs } from '@coachsite/core/contact';
import { defaultLockout, defaultRetention, defaultWaitingList } from '@coachsite/core/defaults';
import { dayMs } from '@coachsite/core/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('each kind of data is kept for the days that the policies name (PR-2, D42, D53)', () => {
  const days = Object.fromEntries(
    Object.entries(defaultRetention).map(([kind, ms]) => [kind, ms / dayMs]),
  );
  expect(days).toEqual({
    securityEvents: 90,
    clientErrors: 30,
    failures: 90,
    sessions: 400,
    outbox: 30,
    migrationCopies: 30,
    mails: 30,
    missedPaths: 30,
    unconfirmedInterests: 14,
    announcedInterests: 30,
    consents: 3 * 365,
  });
});

test('nothing is removed while it still has an effect', () => {
  expect(defaultRetention.consents).toBeGreaterThan(consentLifetimeMs);
  expect(defaultRetention.failures).toBeGreaterThan(defaultLockout.lockoutMs);
  expect(defaultRetention.unconfirmedInterests).toBeGreaterThan(defaultWaitingList.confirmLinkMs);
});

test('twelve months are 365 days, and all months are equally long (D32)', () => {
  expect(messageKeptMs(12)).toBe(365 * dayMs);
  expect(messageKeptMs(60)).toBe(5 * 365 * dayMs);
  expect(messageKeptMs(1) * 12).toBe(messageKeptMs(12));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (months) => {
      expect(Number.isInteger(messageKeptMs(months))).toBe(true);
      expect(messageKeptMs(months + 1) - messageKeptMs(months)).toBe(messageKeptMs(1));
    }),
  );
});
