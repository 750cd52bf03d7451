import { exchangeCode, issueCode } from '@coachsite/core/federation';
import { passwordProof, updateUser } from '@coachsite/core/profile';
import { type AmrEntry, isFreshSignIn, startSession } from '@coachsite/core/session';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshSignInMs } from '#core/src/session/fresh-sign-in.ts';
import { context, link, memberSite, password, settings } from './support/member-site.ts';
import { challenge, verifier } from './support/provider-site.ts';

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

const own = { ...settings, reauthAfterMs: freshSignInMs };
type Site = ReturnType<typeof memberSite>;
type Current = Awaited<ReturnType<Site['member']>>;
const email = 'ann@example.com';
const set = async (site: Site, current: Current, change: object) => {
  const whole = { password: 'Another-1!duin', ...change };
  const set = await updateUser(site.ports, own, { ...current, change: whole, link, context });
  return set.isOk() ? 'ok' : set.error.kind;
};

test('an old session sets a password by the current one, and by no other', async () => {
  const site = memberSite();
  const current = await site.member(email);
  site.clock.advance(freshSignInMs);
  const by = (currentPassword: string) => set(site, current, { currentPassword });
  expect(await by('')).toBe('current_password_required');
  for (let i = 0; i < settings.lockout.maxFailures; i += 1)
    expect(await by('wrong')).toBe('current_password_invalid');
  expect(await by(password)).toBe('account_locked');
  site.clock.advance(settings.lockout.lockoutMs);
  expect(await by(password)).toBe('ok');
});

test('one without a password by a code, and without an address for it by nothing', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  site.clock.advance(freshSignInMs);
  const bare = { ...user, passwordHash: undefined };
  expect(await set(site, { user: bare, session }, {})).toBe('reauthentication_needed');
  expect(await set(site, { user: { ...bare, email: undefined }, session }, {})).toBe('ok');
});

test('a reset is marked in its session until a password is set, and what else was proved stays', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const begin = async (more: { readonly recovers?: boolean } = {}) =>
    (
      await startSession(site.ports, settings, { user, method: 'otp', ...more, context })
    )._unsafeUnwrap().session;
  const at = site.clock.now();
  expect((await begin()).amr).toEqual([{ method: 'otp', at }]);
  expect((await begin({ recovers: false })).amr).toEqual([{ method: 'otp', at }]);
  const begun = await begin({ recovers: true });
  expect(begun.amr).toEqual([{ method: 'otp', at, recovers: true }]);
  const totp = { method: 'totp', at, factorId: 'f' } as const;
  const session = { ...begun, amr: [totp, ...begun.amr] };
  await site.ports.sessions.change(session.id, () => ({ session, result: undefined }));
  const strict = { ...own, reauthAfterMs: 0 };
  const change = { password: 'Another-1!duin' };
  const update = () => updateUser(site.ports, strict, { user, session, change, link, context });
  expect((await update()).isOk()).toBe(true);
  expect((await site.ports.sessions.byId(session.id))?.amr).toEqual([totp, { method: 'otp', at }]);
});

test('the code of a link that is exchanged is one of a reset where the link was', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  for (const method of ['recovery', 'magiclink'] as const) {
    const code = await issueCode(site.ports, settings, { user, challenge, method });
    const exchanged = await exchangeCode(site.ports, settings, {
      code,
      verifier,
      language: 'nl',
      context,
    });
    const { session } = exchanged._unsafeUnwrap().granted;
    expect(session.amr.map(({ recovers }) => recovers)).toEqual([
      method === 'recovery' ? true : undefined,
    ]);
  }
});
