import { abandonedAfterMs, abandonedBefore, blankUser, isAbandoned } from '@coachsite/core/account';
import { defaultUnconfirmedLimits } from '@coachsite/core/defaults';
import { memoryUserStore } from '@coachsite/core/testing';
import { expect, test } from 'vitest';

const now = 1_800_000_000_000;
const before = now - abandonedAfterMs;
const old = blankUser('u', before - 1);
const provider = {
  id: 'i',
  provider: 'google',
  subject: 's',
  data: {},
  createdAt: 1,
  updatedAt: 1,
  lastSignInAt: undefined,
};

test.each([
  ['never confirmed', old, true],
  ['anonymous and unused', { ...old, isAnonymous: true, lastSignInAt: before - 1 }, true],
  ['anonymous and used', { ...old, isAnonymous: true, lastSignInAt: before }, false],
  ['thirty days old', blankUser('u', before), false],
  ['with a newer link', { ...old, confirmationSentAt: before }, false],
  ['with an older link', { ...old, confirmationSentAt: 1, recoverySentAt: 1 }, true],
  ['with a newer code', { ...old, recoverySentAt: before }, false],
  ['confirmed by mail', { ...old, emailConfirmedAt: 1 }, false],
  ['confirmed by phone', { ...old, phoneConfirmedAt: 1 }, false],
  ['of a provider', { ...old, identities: [provider] }, false],
  [
    'with the e-mail identity of a sign-up',
    { ...old, identities: [{ ...provider, provider: 'email' }] },
    true,
  ],
  [
    'with the identities of a sign-up and of a provider',
    { ...old, identities: [{ ...provider, provider: 'phone' }, provider] },
    false,
  ],
  [
    'with the phone identity of a sign-up',
    { ...old, identities: [{ ...provider, provider: 'phone' }] },
    true,
  ],
  ['banned', { ...old, bannedUntil: now }, false],
])('an account is abandoned after thirty days or not: %s', (_name, user, abandoned) => {
  expect(isAbandoned(user, before)).toBe(abandoned);
});

test('accounts that strangers create by the thousand go earlier, but never within a day', async () => {
  const users = memoryUserStore();
  const dayMs = 86_400_000;
  const ages = [20, 10, 5, 2, 0.5];
  for (const [index, days] of ages.entries())
    await users.create(blankUser(`u${index}`, now - days * dayMs));
  const limitTo = (accounts: number) =>
    abandonedBefore({ users }, { accounts, leastMs: dayMs }, now);
  expect(await limitTo(5)).toBe(before);
  // The two newest stay, so what is as old as the third goes.
  expect(await limitTo(2)).toBe(now - 5 * dayMs + 1);
  expect(await limitTo(0)).toBe(now - dayMs);
  expect(defaultUnconfirmedLimits).toEqual({ accounts: 50_000, leastMs: dayMs });
});
