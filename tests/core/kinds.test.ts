import { canonicalEmail, checkPhone } from '@coachsite/core/account';
import { defaultLockout } from '@coachsite/core/defaults';
import { type EpochMs, hourMs, type SessionId, type UserId } from '@coachsite/core/kernel';
import { isLocked } from '@coachsite/core/lockout';
import type { PersonIdentifier } from '@coachsite/core/privacy';
import { expect, test } from 'vitest';

// Each of these once compiled; the compiler checks this file in `npm run check`.

test('a duration is no time, and the id of a session is not that of a user', () => {
  const record = { count: 5, lastFailureAt: 0 };
  // @ts-expect-error: a duration in the place of a time.
  expect(isLocked(record, defaultLockout, defaultLockout.lockoutMs)).toBe(false);
  const later: EpochMs = record.lastFailureAt + hourMs;
  expect(isLocked(record, defaultLockout, later)).toBe(false);
  const session: SessionId = 's';
  // @ts-expect-error: one id in the place of another.
  const user: UserId = session;
  expect(user).toBe('s');
});

test('an address or number has to be checked before anybody is searched by it', () => {
  // @ts-expect-error: as somebody typed it.
  const typed: PersonIdentifier = { email: 'Ann@Example.com' };
  const canonical: PersonIdentifier = { email: canonicalEmail('Ann@Example.com') };
  expect(canonical).not.toEqual(typed);
  const phone = checkPhone('+32 470 11 12 22')._unsafeUnwrap();
  // @ts-expect-error: a number is no address.
  const swapped: PersonIdentifier = { email: phone };
  expect(swapped).toEqual({ email: '32470111222' });
});
