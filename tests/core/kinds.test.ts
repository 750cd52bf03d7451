import { canonicalEmail, checkPhone, type UserStore } from '@coachsite/core/account';
import { defaultLockout } from '@coachsite/core/defaults';
import { type EpochMs, hourMs, type SessionId, type UserId } from '@coachsite/core/kernel';
import { isLocked } from '@coachsite/core/lockout';
import type { InterestStore } from '@coachsite/core/notify-me';
import type { PersonIdentifier } from '@coachsite/core/privacy';
import type { SessionStore } from '@coachsite/core/session';
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

test('a store is not asked with an id of another kind, swapped arguments, or an address as typed', () => {
  const asked: unknown[][] = [];
  const ask = async (...values: unknown[]): Promise<undefined> => void asked.push(values);
  const users: Pick<UserStore, 'byId'> = { byId: ask };
  const sessions = { remove: ask } as unknown as Pick<SessionStore, 'remove'>;
  const interests = { remove: ask, removeByEmail: ask } as unknown as InterestStore;
  const session: SessionId = 's';
  const user: UserId = 'u';
  const ann = canonicalEmail('Ann@Example.com');
  // @ts-expect-error: the id of a session.
  void users.byId(session);
  // @ts-expect-error: the id of a user.
  void sessions.remove(user);
  // @ts-expect-error: the list in the place of the address.
  void interests.remove('mind-body-12', ann);
  // @ts-expect-error: as somebody typed it.
  void interests.removeByEmail('Ann@Example.com');
  void interests.remove(ann, 'mind-body-12');
  expect(asked.at(-1)).toEqual(['ann@example.com', 'mind-body-12']);
});
