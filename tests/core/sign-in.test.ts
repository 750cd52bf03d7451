import { withNewStamp } from '@coachsite/core/account';
import {
  recover,
  resend,
  sendOtp,
  signInWithPassword,
  signUp,
  signUpAnonymously,
  verify,
} from '@coachsite/core/sign-in';
import { expect, test } from 'vitest';
import { context, link, memberSite, password, settings } from './support/member-site.ts';
import { shapeOf } from './support/shape-of.ts';

const email = 'ann@example.com';
const request = { email, password, data: { language: 'en' }, link, context };

test('a new member confirms the address by its link and signs in', async () => {
  const site = memberSite();
  const signedUp = (await signUp(site.ports, settings, request))._unsafeUnwrap();
  expect(signedUp).toMatchObject({ kind: 'unconfirmed', user: { email } });
  expect(site.mailTo(email)).toMatchObject({ kind: 'signup', language: 'en' });
  expect((await site.signIn(email))._unsafeUnwrapErr()).toEqual({ kind: 'email_not_confirmed' });
  const verified = (await site.follow(email))._unsafeUnwrap();
  expect(verified).toMatchObject({ kind: 'user', user: { email } });
  expect((await site.follow(email))._unsafeUnwrapErr()).toEqual({
    kind: 'otp_expired',
    of: 'link',
  });
  const { granted, weakness } = (await site.signIn(' ANN@example.com '))._unsafeUnwrap();
  expect(weakness).toBeUndefined();
  expect(granted.user.lastSignInAt).toBe(site.clock.now());
  expect((await site.current(granted)).user.id).toBe(granted.user.id);
  expect(await site.events()).toEqual([
    'signup_success',
    'message_request',
    'auth_failure',
    'auth_success',
    'auth_failure',
    'auth_success',
  ]);
});

test('the code of the mail confirms too, once, until it expires, and five wrong codes end it', async () => {
  const site = memberSite();
  await signUp(site.ports, settings, request);
  const code = site.codeTo(email);
  const enter = (given: string, recipient = email) =>
    verify(site.ports, settings, { type: 'signup', recipient, code: given, context });
  const wrong = code === '000000' ? '111111' : '000000';
  expect((await enter(code, 'bo@example.com')).isErr()).toBe(true);
  for (let i = 0; i < 5; i += 1) expect((await enter(wrong)).isErr()).toBe(true);
  expect((await enter(code))._unsafeUnwrapErr()).toEqual({ kind: 'otp_expired', of: 'code' });
  site.clock.advance(settings.emailIntervalMs);
  (await resend(site.ports, settings, { type: 'signup', email, link, context }))._unsafeUnwrap();
  const fresh = site.codeTo(email);
  site.clock.advance(settings.codeTtlMs);
  expect((await enter(fresh)).isErr()).toBe(true);
  (await resend(site.ports, settings, { type: 'signup', email, link, context }))._unsafeUnwrap();
  expect((await enter(site.codeTo(email)))._unsafeUnwrap()).toMatchObject({ kind: 'user' });
});

test.each([
  ['closed', { ...settings, allowsSignUp: false }, request, 'signup_disabled'],
  ['malformed', settings, { ...request, email: 'ann' }, 'invalid_email'],
  ['weak', settings, { ...request, password: 'short' }, 'weak_password'],
  [
    'too much data',
    settings,
    { ...request, data: { x: 'x'.repeat(20_000) } },
    'metadata_too_large',
  ],
])('a sign-up is rejected without an account or mail: %s', async (_, some, given, kind) => {
  const site = memberSite();
  const rejected = (await signUp(site.ports, some, given))._unsafeUnwrapErr();
  expect(rejected.kind).toBe(kind);
  expect(await site.userOf(email)).toBeUndefined();
  expect(site.ports.messenger.sent).toEqual([]);
});

test('while the hasher is full nobody signs up or in, and no failure is counted', async () => {
  const site = memberSite();
  await site.member(email);
  site.state.hasherFull = true;
  const rejected = await signUp(site.ports, settings, { ...request, email: 'bo@example.com' });
  expect(rejected._unsafeUnwrapErr().kind).toBe('overloaded');
  for (let i = 0; i < 6; i += 1)
    expect((await site.signIn(email))._unsafeUnwrapErr().kind).toBe('overloaded');
  site.state.hasherFull = false;
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('a taken address looks like a new one, and its owner gets a mail once per interval', async () => {
  const site = memberSite();
  const fresh = (await signUp(site.ports, settings, request))._unsafeUnwrap();
  expect(fresh.kind === 'unconfirmed' && fresh.isTaken()).toBe(false);
  (await site.follow(email))._unsafeUnwrap();
  for (let i = 0; i < 2; i += 1) {
    const again = (await signUp(site.ports, settings, request))._unsafeUnwrap();
    expect(again).toMatchObject({
      kind: 'unconfirmed',
      user: { email, emailConfirmedAt: undefined },
    });
    expect(again.kind === 'unconfirmed' && again.isTaken()).toBe(true);
    expect(shapeOf(again)).toBe(shapeOf(fresh));
  }
  const notices = site.ports.messenger.sent.filter(({ kind }) => kind === 'sign_up_attempted');
  expect(notices).toHaveLength(1);
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('with autoconfirm a new member is signed in at once, and a taken address is an error', async () => {
  const site = memberSite();
  const open = { ...settings, autoconfirm: true };
  expect((await signUp(site.ports, open, request))._unsafeUnwrap()).toMatchObject({
    kind: 'session',
    granted: { user: { email } },
  });
  expect((await signUp(site.ports, open, request))._unsafeUnwrapErr()).toEqual({
    kind: 'user_already_exists',
  });
  expect(site.ports.messenger.sent).toEqual([]);
});

test('a password that somebody else chose for an unconfirmed address does not survive the confirmation', async () => {
  const site = memberSite();
  await signUp(site.ports, settings, { ...request, password: 'Stranger-9!duinen' });
  site.clock.advance(settings.emailIntervalMs);
  await signUp(site.ports, settings, request);
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.userOf(email))?.passwordHash).toBeUndefined();
  for (const given of [password, 'Stranger-9!duinen'])
    expect((await site.signIn(email, given))._unsafeUnwrapErr().kind).toBe('invalid_credentials');
});

test('the same password twice stays the password', async () => {
  const site = memberSite();
  await signUp(site.ports, settings, request);
  site.clock.advance(settings.emailIntervalMs);
  await signUp(site.ports, settings, request);
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('five wrong passwords lock an account for fifteen minutes, known or not; the right one does not help', async () => {
  for (const address of [email, 'nobody@example.com']) {
    const site = memberSite();
    await site.member(email);
    for (let i = 0; i < 5; i += 1)
      expect((await site.signIn(address, 'wrong'))._unsafeUnwrapErr().kind).toBe(
        'invalid_credentials',
      );
    const locked = (await site.signIn(address))._unsafeUnwrapErr();
    expect(locked).toEqual({ kind: 'account_locked', retryAfterSeconds: 900 });
    expect((await site.events()).filter((kind) => kind === 'lock')).toHaveLength(1);
    site.clock.advance(settings.lockout.lockoutMs - 1);
    expect((await site.signIn(address))._unsafeUnwrapErr()).toEqual({
      kind: 'account_locked',
      retryAfterSeconds: 1,
    });
    site.clock.advance(1);
    expect((await site.signIn(address)).isOk()).toBe(address === email);
  }
});

test('a right password forgets the failures before it', async () => {
  const site = memberSite();
  await site.member(email);
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 4; i += 1) await site.signIn(email, 'wrong');
    expect((await site.signIn(email)).isOk()).toBe(true);
  }
});

test('of many parallel guesses five are evaluated', async () => {
  const site = memberSite();
  await site.member(email);
  const guesses = await Promise.all(Array.from({ length: 20 }, () => site.signIn(email, 'wrong')));
  const kinds = guesses.map((guess) => guess._unsafeUnwrapErr().kind);
  expect(kinds.filter((kind) => kind === 'invalid_credentials')).toHaveLength(5);
  expect(kinds.filter((kind) => kind === 'account_locked')).toHaveLength(15);
});

test('a banned member cannot sign in, follow a link or use a code', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  site.clock.advance(settings.emailIntervalMs);
  await recover(site.ports, settings, { email, link, context });
  await site.ports.users.change(user.id, (each) => ({
    ...each,
    bannedUntil: site.clock.now() + 1,
  }));
  expect((await site.signIn(email))._unsafeUnwrapErr()).toEqual({ kind: 'user_banned' });
  expect((await site.follow(email))._unsafeUnwrapErr()).toEqual({ kind: 'user_banned' });
  site.clock.advance(1);
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('an outdated hash is replaced at the next sign-in, and a password that rules now forbid is reported', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const weak = (await site.ports.passwords.hash('welcome1'))._unsafeUnwrap();
  const old = weak.replace('test$', 'old$');
  await site.ports.users.change(user.id, (each) => ({ ...each, passwordHash: old }));
  const { weakness } = (await site.signIn(email, 'welcome1'))._unsafeUnwrap();
  expect(weakness?.kind).toBe('weak_password');
  expect((await site.userOf(email))?.passwordHash).not.toBe(old);
  expect((await site.signIn(email, 'welcome1')).isOk()).toBe(true);
});

test('a password that is changed while it is checked starts no session', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  await site.ports.sessions.removeOfUser(user.id);
  const other = (await site.ports.passwords.hash('Another-1!duin'))._unsafeUnwrap();
  const passwords = {
    ...site.ports.passwords,
    verify: async (...given: Parameters<typeof site.ports.passwords.verify>) => {
      const checked = await site.ports.passwords.verify(...given);
      await site.ports.users.change(user.id, (each) =>
        withNewStamp({ ...each, passwordHash: other }),
      );
      return checked;
    },
  };
  const ports = { ...site.ports, passwords };
  const signedIn = await signInWithPassword(ports, settings, { email, password, context });
  expect(signedIn._unsafeUnwrapErr()).toEqual({ kind: 'invalid_credentials' });
  expect(await site.ports.sessions.ofUser(user.id)).toEqual([]);
});

test('recovery works while the account is locked, and unlocks it', async () => {
  const site = memberSite();
  await site.member(email);
  for (let i = 0; i < 5; i += 1) await site.signIn(email, 'wrong');
  (await recover(site.ports, settings, { email, link, context }))._unsafeUnwrap();
  expect(site.mailTo(email)?.kind).toBe('recovery');
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.signIn(email)).isOk()).toBe(true);
  expect(await site.events()).toEqual(expect.arrayContaining(['recovery', 'unlock']));
});

test('recovery of an unknown address gives the same result and sends nothing', async () => {
  const site = memberSite();
  const unknown = { email: 'nobody@example.com', link, context };
  expect((await recover(site.ports, settings, unknown)).isOk()).toBe(true);
  expect((await recover(site.ports, settings, unknown)).isErr()).toBe(true);
  expect((await recover(site.ports, settings, { ...unknown, email: 'x' })).isErr()).toBe(true);
  expect(site.ports.messenger.sent).toEqual([]);
});

test('recovery of an unconfirmed address confirms it without the password that was chosen first', async () => {
  const site = memberSite();
  await signUp(site.ports, settings, request);
  (await recover(site.ports, settings, { email, link, context }))._unsafeUnwrap();
  (await site.follow(email))._unsafeUnwrap();
  expect(await site.userOf(email)).toMatchObject({ passwordHash: undefined });
});

test('a link by mail signs in, and creates an account only when asked to', async () => {
  const site = memberSite();
  const ask = (more: Partial<Parameters<typeof sendOtp>[2]> = {}) =>
    sendOtp(site.ports, settings, { email, createUser: false, data: {}, link, context, ...more });
  expect((await ask()).isOk()).toBe(true);
  expect(site.ports.messenger.sent).toEqual([]);
  expect((await ask())._unsafeUnwrapErr().kind).toBe('over_email_send_rate_limit');
  expect((await ask({ email: 'x' })).isErr()).toBe(true);
  expect((await ask({ data: { x: 'x'.repeat(20_000) } })).isErr()).toBe(true);
  site.clock.advance(settings.emailIntervalMs);
  (await ask({ createUser: true }))._unsafeUnwrap();
  expect(site.mailTo(email)?.kind).toBe('signup');
  site.clock.advance(settings.emailIntervalMs);
  (await ask({ createUser: true }))._unsafeUnwrap();
  (await site.follow(email))._unsafeUnwrap();
  site.clock.advance(settings.emailIntervalMs);
  (await ask())._unsafeUnwrap();
  expect(site.mailTo(email)?.kind).toBe('magiclink');
  expect((await site.follow(email))._unsafeUnwrap()).toMatchObject({ kind: 'user' });
});

test('with autoconfirm a link by mail goes to an account that is confirmed already', async () => {
  const site = memberSite();
  const open = { ...settings, autoconfirm: true };
  await sendOtp(site.ports, open, { email, createUser: true, data: {}, link, context });
  expect(site.mailTo(email)?.kind).toBe('magiclink');
  expect((await site.userOf(email))?.emailConfirmedAt).toBe(site.clock.now());
});

test('resending for nobody, for a confirmed account, or too soon sends nothing and says so to nobody', async () => {
  const site = memberSite();
  await site.member(email);
  const sent = site.ports.messenger.sent.length;
  for (const address of ['nobody@example.com', email])
    for (const type of ['signup', 'email_change'] as const)
      expect(
        (await resend(site.ports, settings, { type, email: address, link, context })).isOk(),
      ).toBe(true);
  expect(
    (await resend(site.ports, settings, { type: 'signup', email: 'x', link, context })).isErr(),
  ).toBe(true);
  expect(site.ports.messenger.sent).toHaveLength(sent);
});

test('an anonymous visitor gets a session, but not while sign-up is closed', async () => {
  const site = memberSite();
  const granted = (
    await signUpAnonymously(site.ports, settings, { data: {}, context })
  )._unsafeUnwrap();
  expect(granted.user).toMatchObject({ isAnonymous: true, email: undefined });
  const closed = { ...settings, allowsSignUp: false };
  expect((await signUpAnonymously(site.ports, closed, { data: {}, context })).isErr()).toBe(true);
  const tooMuch = { data: { x: 'x'.repeat(20_000) }, context };
  expect((await signUpAnonymously(site.ports, settings, tooMuch)).isErr()).toBe(true);
});

test('an event that cannot be written is reported and does not undo what it describes', async () => {
  const site = memberSite();
  await site.member(email);
  const securityLog = {
    ...site.ports.securityLog,
    record: async () => {
      throw new Error('disk full');
    },
  };
  const signedIn = await signInWithPassword({ ...site.ports, securityLog }, settings, {
    email,
    password,
    context,
  });
  expect(signedIn.isOk()).toBe(true);
  await Promise.resolve();
  expect(site.lost).toContain('auth_success');
});
