import { passwordProof } from '@coachsite/core/profile';
import { type AmrEntry, isFreshSignIn } from '@coachsite/core/session';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshSignInMs } from '#core/src/session/fresh-sign-in.ts';

const time = fc.integer({ min: 0, max: 4e12 });
const age = fc.oneof(
  fc.constantFrom(0, freshSignInMs - 1, freshSignInMs, freshSignInMs + 1),
  fc.nat({ max: 4 * freshSignInMs }),
);
const method = fc.constantFrom<AmrEntry['method'][]>(
  'password',
  'otp',
  'oauth',
  'recovery',
  'totp',
  'mfa/phone',
);
const amr = fc.array(fc.record({ method, at: time }), { minLength: 1, maxLength: 3 });
const typed = fc.constantFrom(undefined, '', 'x');
const cases = fc.record({
  user: fc.record({
    email: fc.constantFrom(undefined, emailOf('ann@example.com')),
    phone: fc.constantFrom(undefined, phoneOf('32470123456')),
    passwordHash: fc.constantFrom(undefined, 'hash'),
  }),
  session: fc.record({ amr, createdAt: time }),
  sent: fc.record({ currentPassword: typed, nonce: typed }),
  age,
});
const askedOf = ({ user, session, sent, age }: Case, maxAgeMs?: number) =>
  passwordProof(user, session, sent, session.createdAt + age, maxAgeMs);
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

test('nothing is asked without a reason, and what is asked for can be given', () => {
  fc.assert(
    fc.property(cases, (some) => {
      const { user, session, sent } = some;
      const isFresh = isFreshSignIn(session, session.createdAt + some.age);
      const hasPassword = user.passwordHash !== undefined;
      const asked = askedOf(some);
      switch (asked) {
        case 'nothing':
          expect(hasPassword && sent.currentPassword).toBeFalsy();
          expect(isFresh || !(hasPassword || user.email || user.phone)).toBe(true);
          break;
        case 'check_current_password':
          expect(hasPassword && sent.currentPassword).toBeTruthy();
          break;
        case 'check_nonce':
          expect(sent.nonce && !isFresh).toBeTruthy();
          break;
        case 'current_password_required':
          expect(hasPassword && !isFresh && !sent.currentPassword && !sent.nonce).toBe(true);
          break;
        case 'reauthentication_needed':
          expect(
            !hasPassword && !isFresh && !sent.nonce && (user.email || user.phone),
          ).toBeTruthy();
          break;
      }
    }),
  );
});

test('for ten minutes a session of a reset is asked nothing, whatever is sent and allowed; then it is one like any other', () => {
  fc.assert(
    fc.property(cases, (some) => {
      const { createdAt } = some.session;
      const entry: AmrEntry = { method: 'otp', at: createdAt, recovers: true };
      const reset = { ...some, session: { amr: [entry], createdAt } };
      const plain = { ...some, session: { amr: [{ ...entry, recovers: undefined }], createdAt } };
      expect(askedOf(reset, 0)).toBe(
        some.age < freshSignInMs ? 'nothing' : askedOf(plain as never, 0),
      );
    }),
  );
});

test('a stricter limit asks of all that a looser one asks of', () => {
  fc.assert(
    fc.property(cases, age, age, (some, one, other) => {
      if (askedOf(some, Math.max(one, other)) === 'nothing') return;
      expect(askedOf(some, Math.min(one, other))).toBe(askedOf(some, Math.max(one, other)));
    }),
  );
});
