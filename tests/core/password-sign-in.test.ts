import { type User, withNewStamp } from '@coachsite/core/account';
import {
  signInWithPassword,
  signUp,
  signUpAnonymously,
  signUpByPhone,
} from '@coachsite/core/sign-in';
import { phoneOf } from '@coachsite/core/testing';
import { err } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { context, link, memberSite, password, settings } from './support/member-site.ts';

const email = 'ann@example.com';
const phone = phoneOf('32470123456');
const open = { ...settings, autoconfirm: true };
const closed = { ...settings, allowsSignUp: false };
const byMail = { email, password, data: {}, link, context };
const byPhone = { phone, password, data: {}, language: 'nl', context } as const;

type Site = ReturnType<typeof memberSite>;
type Passwords = Site['ports']['passwords'];

const failure = (reason: string, userId?: string) => ({
  actionType: 'auth_failure',
  userId,
  details: { reason },
});
const rejected = (reason: string) => ({
  actionType: 'signup_failure',
  userId: undefined,
  details: { reason },
});

/** A member, and what the log has since. */
async function withMember() {
  const site = memberSite();
  const { user } = await site.member(email);
  const { length } = await site.wholeLog();
  return { site, user, since: async () => (await site.wholeLog()).slice(length) };
}

describe('what the log has of a sign-in', () => {
  test('a success, with the account and the client', async () => {
    const { site, user, since } = await withMember();
    const { granted } = (await site.signIn(email))._unsafeUnwrap();
    expect(granted.user.passwordHash).toBe(user.passwordHash);
    expect(await since()).toEqual([{ actionType: 'auth_success', userId: user.id, details: {} }]);
    const [event] = await site.ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject({ ...context, source: 'server' });
    expect(granted.session).toMatchObject({ ...context, amr: [{ method: 'password' }] });
  });

  test('each wrong password, the lock once, and what a locked account rejects', async () => {
    const { site, user, since } = await withMember();
    for (let i = 0; i < 6; i += 1) await site.signIn(email, 'wrong');
    const wrong = failure('invalid_credentials', user.id);
    const lock = { actionType: 'lock', userId: user.id, details: {} };
    expect(await since()).toEqual([wrong, wrong, wrong, wrong, wrong, lock, failure('locked')]);
  });

  test('an address without an account, without one', async () => {
    const site = memberSite();
    await site.signIn('nobody@example.com');
    expect(await site.wholeLog()).toEqual([failure('invalid_credentials')]);
  });

  test('a right password for an account that may not sign in, and no failure is counted', async () => {
    const { site, user, since } = await withMember();
    const bannedUntil = site.clock.now() + 1000;
    await site.ports.users.change(user.id, (one) => ({ ...one, bannedUntil }));
    for (let i = 0; i < 7; i += 1)
      expect((await site.signIn(email))._unsafeUnwrapErr()).toEqual({ kind: 'user_banned' });
    expect((await since())[6]).toEqual(failure('user_banned', user.id));
  });
});

describe('a hash of outdated form', () => {
  async function withOldHash() {
    const { site, user } = await withMember();
    const hash = (await site.ports.passwords.hash(password))._unsafeUnwrap();
    const passwordHash = hash.replace('test$', 'old$');
    await site.ports.users.change(user.id, (one) => ({ ...one, passwordHash }));
    const signInWith = (passwords: Partial<Passwords>) =>
      signInWithPassword(
        { ...site.ports, passwords: { ...site.ports.passwords, ...passwords } },
        settings,
        {
          email,
          password,
          context,
        },
      );
    return { site, user, passwordHash, signInWith };
  }

  test('stays until the hasher has time', async () => {
    const { site, passwordHash, signInWith } = await withOldHash();
    const hash: Passwords['hash'] = async (...given) => {
      site.state.hasherFull = true;
      const rejected = await site.ports.passwords.hash(...given);
      site.state.hasherFull = false;
      return rejected;
    };
    expect((await signInWith({ hash })).isOk()).toBe(true);
    expect((await site.userOf(email))?.passwordHash).toBe(passwordHash);
    expect((await signInWith({})).isOk()).toBe(true);
    expect((await site.userOf(email))?.passwordHash).not.toBe(passwordHash);
  });

  test('does not replace a password that was changed in the meantime', async () => {
    const { site, user, signInWith } = await withOldHash();
    const other = (await site.ports.passwords.hash('Another-1!duin'))._unsafeUnwrap();
    const hash: Passwords['hash'] = async (...given) => {
      const change = (one: User) => withNewStamp({ ...one, passwordHash: other });
      await site.ports.users.change(user.id, change);
      return site.ports.passwords.hash(...given);
    };
    expect((await signInWith({ hash }))._unsafeUnwrapErr()).toEqual({
      kind: 'invalid_credentials',
    });
    expect((await site.userOf(email))?.passwordHash).toBe(other);
  });

  test('that two sign-ins replace at once lets both in', async () => {
    const { site, signInWith } = await withOldHash();
    const both = await Promise.all([signInWith({}), signInWith({})]);
    expect(both.map((one) => one.isOk())).toEqual([true, true]);
    expect((await site.signIn(email)).isOk()).toBe(true);
  });
});

test('a password that was replaced by another hash of it signs in', async () => {
  const { site, user } = await withMember();
  await site.ports.sessions.removeOfUser(user.id);
  const again = (await site.ports.passwords.hash(password))._unsafeUnwrap();
  const verify: Passwords['verify'] = async (...given) => {
    const checked = await site.ports.passwords.verify(...given);
    await site.ports.users.change(user.id, (one) => ({ ...one, passwordHash: again }));
    return checked;
  };
  const ports = { ...site.ports, passwords: { ...site.ports.passwords, verify } };
  const signedIn = await signInWithPassword(ports, settings, { email, password, context });
  expect(signedIn.isOk()).toBe(true);
  expect(await site.ports.sessions.ofUser(user.id)).toHaveLength(1);
});

test('the IP of the client decides whose turn it is at the hasher', async () => {
  const site = memberSite();
  const asked: (string | undefined)[] = [];
  const { passwords } = site.ports;
  const ports = {
    ...site.ports,
    passwords: {
      hash: (text: string, ip?: string) => {
        asked.push(ip);
        return passwords.hash(text, ip);
      },
      verify: (text: string, hash: string | undefined, ip?: string) => {
        asked.push(ip);
        return passwords.verify(text, hash, ip);
      },
    },
  };
  await signUp(ports, settings, byMail);
  await signUpByPhone(ports, settings, byPhone);
  (await site.follow(email))._unsafeUnwrap();
  // Each of the two is hashed and compared, as for a taken address.
  expect(asked).toEqual(Array.from({ length: 4 }, () => context.ip));
  asked.length = 0;
  (await signInWithPassword(ports, settings, { email, password, context }))._unsafeUnwrap();
  expect(asked).toEqual([context.ip]);
});

test('a password made of the address or the name of the site is rejected at the sign-up', async () => {
  for (const attempt of [
    (site: Site) =>
      signUp(site.ports, settings, {
        ...byMail,
        email: 'ann.peeters@example.com',
        password: 'Ann.peeters1!',
      }),
    (site: Site) => signUp(site.ports, settings, { ...byMail, password: 'Momentum-2026!' }),
    (site: Site) => signUpByPhone(site.ports, settings, { ...byPhone, password: 'Momentum-2026!' }),
  ])
    expect((await attempt(memberSite()))._unsafeUnwrapErr()).toMatchObject({
      kind: 'weak_password',
      reasons: ['pwned'],
    });
});

test('while the hasher is full nobody signs up by mail, at whichever step', async () => {
  const site = memberSite();
  site.state.hasherFull = true;
  const rejected = await signUp(site.ports, open, byMail);
  expect(rejected._unsafeUnwrapErr().kind).toBe('overloaded');
  site.state.hasherFull = false;
  const hash: Passwords['hash'] = async (...given) => {
    const hashed = await site.ports.passwords.hash(...given);
    site.state.hasherFull = true;
    return hashed;
  };
  const ports = { ...site.ports, passwords: { ...site.ports.passwords, hash } };
  expect((await signUp(ports, settings, byMail))._unsafeUnwrapErr().kind).toBe('overloaded');
  expect(await site.userOf(email)).toBeUndefined();
});

test('a password made of the address or the name of the site is reported at the sign-in', async () => {
  for (const weak of ['Ann.peeters1!', 'Momentum-2026!']) {
    const site = memberSite();
    const address = 'ann.peeters@example.com';
    const { user } = await site.member(address);
    const hash = (await site.ports.passwords.hash(weak))._unsafeUnwrap();
    await site.ports.users.change(user.id, (one) => ({ ...one, passwordHash: hash }));
    const { weakness } = (await site.signIn(address, weak))._unsafeUnwrap();
    expect(weakness?.reasons).toEqual(['pwned']);
  }
});

test('a number in any spelling is one account, with one count of failures', async () => {
  const site = memberSite();
  (await signUpByPhone(site.ports, open, byPhone))._unsafeUnwrap();
  const signIn = (typed: string, given: string) =>
    signInWithPassword(site.ports, settings, { phone: typed, password: given, context });
  expect((await signIn('x', password))._unsafeUnwrapErr()).toEqual({ kind: 'invalid_phone' });
  for (let i = 0; i < 5; i += 1)
    expect((await signIn('+32 470 12 34 56', 'wrong')).isErr()).toBe(true);
  expect((await signIn(phone, password))._unsafeUnwrapErr().kind).toBe('account_locked');
  const someone = signIn('32470999999', password);
  expect((await someone)._unsafeUnwrapErr()).toEqual({ kind: 'invalid_credentials' });
});

describe('what the log has of a sign-up', () => {
  test.each([
    ['signup_disabled', closed, {}],
    ['weak_password', settings, { password: 'short' }],
  ] as const)('that it was rejected: %s', async (reason, some, more) => {
    for (const attempt of [
      (site: Site) => signUp(site.ports, some, { ...byMail, ...more }),
      (site: Site) => signUpByPhone(site.ports, some, { ...byPhone, ...more }),
    ]) {
      const site = memberSite();
      expect((await attempt(site)).isErr()).toBe(true);
      expect(await site.wholeLog()).toEqual([rejected(reason)]);
    }
  });

  test('that the address or number was taken, to the operator only', async () => {
    for (const attempt of [
      (site: Site, some: typeof open | typeof settings) => signUp(site.ports, some, byMail),
      (site: Site, some: typeof open | typeof settings) => signUpByPhone(site.ports, some, byPhone),
    ]) {
      const site = memberSite();
      const first = (await attempt(site, open))._unsafeUnwrap();
      expect(first).toMatchObject({ granted: { session: { amr: [{ method: 'password' }] } } });
      const id = first.kind === 'session' ? first.granted.user.id : '';
      await attempt(site, open);
      await attempt(site, settings);
      expect(await site.wholeLog()).toEqual([
        { actionType: 'signup_success', userId: id, details: {} },
        rejected('taken'),
        { ...rejected('taken'), userId: id },
      ]);
    }
  });

  test('a visitor without a name', async () => {
    const site = memberSite();
    const data = { language: 'en', email_verified: true };
    const granted = (
      await signUpAnonymously(site.ports, settings, { data, context })
    )._unsafeUnwrap();
    expect(granted.user.metadata).toEqual({ language: 'en' });
    expect(granted.session.amr).toMatchObject([{ method: 'anonymous' }]);
    expect(await site.wholeLog()).toEqual([
      { actionType: 'signup_success', userId: granted.user.id, details: {} },
    ]);
    const closedErr = await signUpAnonymously(site.ports, closed, { data, context });
    expect(closedErr._unsafeUnwrapErr()).toEqual({ kind: 'signup_disabled' });
    const tooMuch = await signUpAnonymously(site.ports, settings, {
      data: { x: 'x'.repeat(20_000) },
      context,
    });
    expect(tooMuch._unsafeUnwrapErr()).toEqual({ kind: 'metadata_too_large' });
    const create = async () => err({ kind: 'email_exists' } as const);
    const broken = { ...site.ports, users: { ...site.ports.users, create } };
    await expect(signUpAnonymously(broken, settings, { data, context })).rejects.toThrow(
      'email_exists',
    );
  });
});

test('nobody marks an address or number as verified by the data of a sign-up', async () => {
  const site = memberSite();
  const data = { name: 'Ann', email_verified: true, phone_verified: true };
  await signUp(site.ports, settings, { ...byMail, data });
  await signUpByPhone(site.ports, settings, { ...byPhone, data });
  const unverified = { email_verified: false, phone_verified: false, name: 'Ann' };
  const mailUser = await site.userOf(email);
  expect(mailUser?.metadata).not.toHaveProperty('email_verified');
  expect(mailUser?.identities).toMatchObject([{ provider: 'email', data: unverified }]);
  const phoneUser = await site.ports.users.byPhone(phone);
  expect(phoneUser?.metadata).toEqual({ name: 'Ann' });
  expect(phoneUser?.identities).toMatchObject([
    { provider: 'phone', subject: phoneUser?.id, data: { ...unverified, phone } },
  ]);
});
