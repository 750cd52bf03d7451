import { type AmrEntry, type AmrMethod, isFreshSignIn } from '@coachsite/core/session';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshSignInMs } from '#core/src/session/fresh-sign-in.ts';

const firstFactors: AmrMethod[] = ['password', 'otp', 'oauth', 'magiclink', 'recovery', 'sso/saml'];
const secondFactors: AmrMethod[] = ['totp', 'mfa/phone'];
const time = fc.integer({ min: 0, max: 4e12 });
const amrOf = (methods: readonly AmrMethod[]): fc.Arbitrary<AmrEntry[]> =>
  fc.array(fc.record({ method: fc.constantFrom(...methods), at: time }), { maxLength: 3 });

test('a session is fresh for less than ten minutes after its sign-in, whichever first factor was used', () => {
  expect(freshSignInMs).toBe(600_000);
  const cases = [0, 1, freshSignInMs - 1, freshSignInMs, freshSignInMs + 1];
  for (const method of firstFactors) {
    const session = { amr: [{ method, at: 1000 }], createdAt: 1000 };
    expect(cases.map((age) => isFreshSignIn(session, 1000 + age))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  }
});

test('so is one for ten minutes after a code of a factor that is older than the session', () => {
  for (const method of secondFactors) {
    const used = (more: object) => ({
      amr: [{ method, at: 5 * freshSignInMs, ...more }],
      createdAt: 0,
    });
    const cases = [0, freshSignInMs - 1, freshSignInMs];
    const fresh = (more: object) =>
      cases.map((age) => isFreshSignIn(used(more), 5 * freshSignInMs + age));
    expect(fresh({})).toEqual([true, true, false]);
    expect(fresh({ isOfSession: true })).toEqual([false, false, false]);
    expect(isFreshSignIn(used({}), 5 * freshSignInMs, 0)).toBe(false);
  }
});

test('what whoever holds the session could have added to it makes it no fresher', () => {
  const own = amrOf(['totp', 'mfa/phone']).map((amr) =>
    amr.map((entry): AmrEntry => ({ ...entry, isOfSession: true })),
  );
  fc.assert(
    fc.property(own, amrOf(['mfa/recovery_code']), time, time, (some, codes, createdAt, now) => {
      expect(isFreshSignIn({ amr: [...some, ...codes], createdAt }, now)).toBe(
        isFreshSignIn({ amr: [], createdAt }, now),
      );
    }),
  );
});

test('an older session is never fresher, and neither is one under a stricter limit', () => {
  const age = fc.nat({ max: 2 * freshSignInMs });
  fc.assert(
    fc.property(time, age, age, (createdAt, some, other) => {
      const [less, more] = [Math.min(some, other), Math.max(some, other)];
      const session = { amr: [{ method: 'password' as const, at: createdAt }], createdAt };
      if (isFreshSignIn(session, createdAt + more)) {
        expect(isFreshSignIn(session, createdAt + less)).toBe(true);
      }
      if (isFreshSignIn(session, createdAt + some, less)) {
        expect(isFreshSignIn(session, createdAt + some, more)).toBe(true);
      }
    }),
  );
});

test('a clock set back makes a session fresh by no more than it was set', () => {
  const session = { amr: [], createdAt: 5 * freshSignInMs };
  expect(isFreshSignIn(session, session.createdAt - 1000)).toBe(true);
  expect(isFreshSignIn(session, session.createdAt - freshSignInMs)).toBe(false);
  expect(isFreshSignIn(session, Number.NaN)).toBe(false);
});
