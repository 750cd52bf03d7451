import { blankUser } from '@coachsite/core/account';
import {
  languageOf,
  recover,
  resend,
  sendEmailChange,
  sendOtp,
  signUp,
  verify,
} from '@coachsite/core/sign-in';
import { emailOf, memoryAttemptStore } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, overtaken, password, settings } from './support/member-site.ts';

/** The mails with a link that a visitor can ask for: what they say, what they allow, and what the log has of them. */

type Site = ReturnType<typeof memberSite>;
type Settings = Parameters<typeof sendOtp>[1];

const email = 'ann@example.com';
const request = { email, password, data: {}, link, context };
const mailed = { redirectTo: link.redirectTo, transport: 'cookie' };
const google = {
  id: 'g',
  provider: 'google',
  subject: '1',
  data: {},
  createdAt: 1,
  updatedAt: 1,
  lastSignInAt: undefined,
};

/** A site where Ann signed up, with the interval between mails over. */
async function signedUp() {
  const site = memberSite();
  (await signUp(site.ports, settings, request))._unsafeUnwrap();
  site.clock.advance(settings.emailIntervalMs);
  return site;
}

const lastMail = ({ ports }: Site) => ports.messenger.sent.at(-1);
const lastEvent = async (site: Site) => (await site.wholeLog()).at(-1);
const otp = (
  site: Site,
  more: Partial<Parameters<typeof sendOtp>[2]> = {},
  some: Settings = settings,
) => sendOtp(site.ports, some, { email, createUser: false, data: {}, link, context, ...more });

test('each request gets its own mail, and logged', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  site.clock.advance(settings.emailIntervalMs);
  for (const [kind, ask] of [
    ['recovery', () => recover(site.ports, settings, { email, link, context })],
    ['magiclink', () => otp(site)],
  ] as const) {
    (await ask())._unsafeUnwrap();
    expect(lastMail(site)).toEqual({
      kind,
      to: email,
      language: 'nl',
      code: expect.stringMatching(/^\d{6}$/),
      link: { ...mailed, token: expect.any(String), type: kind },
    });
    expect(await lastEvent(site)).toEqual({
      actionType: 'message_request',
      userId: user.id,
      details: { message: kind },
    });
    expect(await site.userOf(email)).toMatchObject({
      recoverySentAt: site.clock.now(),
      passwordUnverified: false,
    });
  }
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('a request for an address without an account leaves the same traces, and no mail', async () => {
  const site = memberSite();
  for (const [message, ask] of [
    ['recovery', () => recover(site.ports, settings, { email, link, context })],
    ['magiclink', () => otp(site)],
    ['magiclink', () => otp(site, { createUser: true }, { ...settings, allowsSignUp: false })],
    ['signup', () => resend(site.ports, settings, { type: 'signup', email, link, context })],
    ['signup', () => resend(site.ports, settings, { type: 'email_change', email, link, context })],
  ] as const) {
    site.clock.advance(settings.emailIntervalMs);
    expect((await ask()).isOk()).toBe(true);
    expect(await lastEvent(site)).toEqual({
      actionType: 'message_request',
      userId: undefined,
      details: { message, reason: 'no such account' },
    });
  }
  expect(site.ports.messenger.sent).toEqual([]);
  expect(await site.userOf(email)).toBeUndefined();
});

test('kinds of mail are limited each for itself', async () => {
  const site = memberSite();
  await site.member(email);
  site.clock.advance(settings.emailIntervalMs);
  const sent = site.ports.messenger.sent.length;
  (await recover(site.ports, settings, { email, link, context }))._unsafeUnwrap();
  (await otp(site))._unsafeUnwrap();
  expect(site.ports.messenger.sent).toHaveLength(sent + 2);
  expect((await otp(site))._unsafeUnwrapErr()).toEqual({
    kind: 'over_email_send_rate_limit',
    retryAfterSeconds: 60,
  });
  expect((await recover(site.ports, settings, { email, link, context })).isErr()).toBe(true);
});

test('a client with a challenge gets a link that is marked for it', async () => {
  const site = memberSite();
  await site.member(email);
  const challenge = { challenge: 'x'.repeat(43), method: 's256' } as const;
  site.clock.advance(settings.emailIntervalMs);
  await otp(site, { link: { ...link, challenge, transport: 'bearer', redirectTo: 'app://x' } });
  expect(lastMail(site)).toMatchObject({
    link: {
      token: expect.stringMatching(/^pkce_/),
      transport: 'bearer',
      redirectTo: 'app://x',
    },
  });
  const { token, type } = site.linkTo(email);
  const verified = await verify(site.ports, settings, { type, linkToken: token, context });
  expect(verified._unsafeUnwrap().token.challenge).toEqual(challenge);
});

test('the confirmation of a sign-up is sent again, with the password of the one who signed up', async () => {
  const site = await signedUp();
  const before = site.linkTo(email).token;
  await resend(site.ports, settings, { type: 'signup', email, link, context });
  expect(site.linkTo(email).token).not.toBe(before);
  expect(lastMail(site)).toMatchObject({ kind: 'signup', link: { ...mailed, type: 'signup' } });
  const { id, confirmationSentAt } = (await site.userOf(email)) ?? {};
  expect(confirmationSentAt).toBe(site.clock.now());
  expect(await lastEvent(site)).toEqual({
    actionType: 'message_request',
    userId: id,
    details: { message: 'signup' },
  });
  // Within the interval nothing changes, whatever else is asked for, and the response is the same.
  await site.ports.users.change(id ?? '', (user) => ({
    ...user,
    newEmail: emailOf('b@example.com'),
  }));
  expect(
    (await resend(site.ports, settings, { type: 'signup', email, link, context })).isOk(),
  ).toBe(true);
  expect(site.ports.messenger.sent).toHaveLength(2);
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('a confirmation that is sent again to two who signed up keeps the password of neither', async () => {
  const site = await signedUp();
  await signUp(site.ports, settings, { ...request, password: 'Stranger-9!duinen' });
  site.clock.advance(settings.emailIntervalMs);
  await resend(site.ports, settings, { type: 'signup', email, link, context });
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.userOf(email))?.passwordHash).toBeUndefined();
});

test('a change of address is sent again to both addresses, or to the new one while the old is unconfirmed', async () => {
  for (const isConfirmed of [true, false]) {
    const site = memberSite();
    const { user } = await site.member(email);
    const newEmail = emailOf('ann.new@example.com');
    await site.ports.users.change(user.id, (one) => ({
      ...one,
      newEmail,
      emailConfirmedAt: isConfirmed ? 1 : undefined,
    }));
    const sent = site.ports.messenger.sent.length;
    site.clock.advance(settings.emailIntervalMs);
    await resend(site.ports, settings, { type: 'email_change', email, link, context });
    const change = { newEmail, language: 'nl', link: { ...mailed, type: 'email_change' } };
    expect(site.ports.messenger.sent.slice(sent)).toMatchObject([
      { ...change, kind: 'email_change_new', to: newEmail },
      ...(isConfirmed ? [{ ...change, kind: 'email_change_current', to: email }] : []),
    ]);
    expect((await site.userOf(email))?.emailChangeSentAt).toBe(site.clock.now());
    // An account that asked for no change is mailed nothing.
    await site.ports.users.change(user.id, (one) => ({ ...one, newEmail: undefined }));
    site.clock.advance(settings.emailIntervalMs);
    await resend(site.ports, settings, { type: 'email_change', email, link, context });
    expect(site.ports.messenger.sent).toHaveLength(sent + (isConfirmed ? 2 : 1));
  }
});

test('a link for an unconfirmed account confirms it without the password that somebody chose', async () => {
  for (const ask of [
    (site: Site) => otp(site),
    (site: Site) => recover(site.ports, settings, { email, link, context }),
  ]) {
    const site = await signedUp();
    const { id = '', identities = [] } = (await site.userOf(email)) ?? {};
    await site.ports.users.change(id, (one) => ({
      ...one,
      identities: [...identities, google],
      metadata: { name: 'A stranger' },
    }));
    (await ask(site))._unsafeUnwrap();
    expect(await site.userOf(email)).toMatchObject({
      passwordUnverified: true,
      identities,
      metadata: {},
    });
    (await site.follow(email))._unsafeUnwrap();
    expect(await site.userOf(email)).toMatchObject({
      emailConfirmedAt: site.clock.now(),
      passwordHash: undefined,
      passwordUnverified: false,
    });
  }
});

test('a link for an unknown address makes an account of the data given, which the log tells', async () => {
  const site = memberSite();
  const data = { language: 'en', email_verified: true };
  (await otp(site, { createUser: true, data }))._unsafeUnwrap();
  const user = await site.userOf(email);
  expect(user).toMatchObject({
    passwordHash: undefined,
    emailConfirmedAt: undefined,
    confirmationSentAt: site.clock.now(),
    recoverySentAt: undefined,
    identities: [{ provider: 'email', subject: user?.id, data: { email } }],
  });
  expect(user?.metadata).toEqual({ language: 'en' });
  expect(lastMail(site)).toMatchObject({ kind: 'signup', language: 'en' });
  expect(await site.wholeLog()).toEqual([
    { actionType: 'signup_success', userId: user?.id, details: {} },
    { actionType: 'message_request', userId: user?.id, details: { message: 'signup' } },
  ]);
  // The data of a later request is ignored.
  site.clock.advance(settings.emailIntervalMs);
  await otp(site, { createUser: true, data: { language: 'nl' } });
  expect(await site.userOf(email)).toMatchObject({
    metadata: { language: 'en' },
    confirmationSentAt: site.clock.now(),
  });
});

test('with autoconfirm the new account is confirmed, and the link signs in', async () => {
  const site = memberSite();
  await otp(site, { createUser: true }, { ...settings, autoconfirm: true });
  expect(await site.userOf(email)).toMatchObject({
    emailConfirmedAt: site.clock.now(),
    recoverySentAt: site.clock.now(),
    confirmationSentAt: undefined,
  });
  expect(lastMail(site)).toMatchObject({ kind: 'magiclink', link: { type: 'magiclink' } });
});

test('of two requests that create the same account, both send their link to it', async () => {
  const site = memberSite();
  const users = overtaken(site.ports.users, () => signUp(site.ports, settings, request));
  const asked = { email, createUser: true, data: {}, link, context };
  (await sendOtp({ ...site.ports, users }, settings, asked))._unsafeUnwrap();
  expect((await site.events()).filter((kind) => kind === 'signup_success')).toHaveLength(1);
  expect(site.ports.messenger.sent.map(({ kind }) => kind)).toEqual(['signup', 'signup']);
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.userOf(email))?.passwordHash).toBeUndefined();
});

test('too much data makes no account and sends no link', async () => {
  const site = memberSite();
  const rejected = await otp(site, { createUser: true, data: { x: 'x'.repeat(20_000) } });
  expect(rejected._unsafeUnwrapErr()).toEqual({ kind: 'metadata_too_large' });
  expect(await site.userOf(email)).toBeUndefined();
});

test('a confirmation right after a sign-up is not sent again', async () => {
  const site = memberSite();
  await signUp(site.ports, settings, request);
  await resend(site.ports, settings, { type: 'signup', email, link, context });
  await signUp(site.ports, settings, request);
  expect(site.ports.messenger.sent).toHaveLength(1);
  expect((await site.events()).filter((kind) => kind === 'signup_success')).toHaveLength(1);
});

test('a confirmed account that asked for another address is sent no confirmation of a sign-up', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const newEmail = emailOf('ann.new@example.com');
  await site.ports.users.change(user.id, (one) => ({ ...one, newEmail }));
  site.clock.advance(settings.emailIntervalMs);
  const sent = site.ports.messenger.sent.length;
  await resend(site.ports, settings, { type: 'signup', email, link, context });
  expect(site.ports.messenger.sent).toHaveLength(sent);
});

test('an account that a provider began and nobody confirmed becomes that of the one who signs up', async () => {
  const site = await signedUp();
  const { id = '' } = (await site.userOf(email)) ?? {};
  await site.ports.users.change(id, (one) => ({
    ...one,
    identities: [google],
    metadata: { name: 'A stranger' },
    passwordHash: undefined,
    passwordUnverified: true,
  }));
  await signUp(site.ports, settings, { ...request, data: { name: 'Ann' } });
  const user = await site.userOf(email);
  expect(user).toMatchObject({
    id,
    email,
    metadata: { name: 'Ann' },
    passwordUnverified: false,
    identities: [{ provider: 'email' }],
  });
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('an account without a requested address is mailed nothing about one', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const sent = site.ports.messenger.sent.length;
  await sendEmailChange(site.ports, settings, { user, link, context });
  expect(site.ports.messenger.sent).toHaveLength(sent);
});

test('what another request changed while an account was looked up counts', async () => {
  const stranger = { ...request, password: 'Stranger-9!duinen' };
  const site = await signedUp();
  const resent = overtaken(site.ports.users, () => signUp(site.ports, settings, stranger));
  site.clock.advance(settings.emailIntervalMs);
  await resend({ ...site.ports, users: resent, attempts: memoryAttemptStore() }, settings, {
    type: 'signup',
    email,
    link,
    context,
  });
  (await site.follow(email))._unsafeUnwrap();
  expect((await site.userOf(email))?.passwordHash).toBeUndefined();

  const { user } = await site.member('bo@example.com');
  const changeTo = (address: string) =>
    site.ports.users.change(user.id, (one) => ({ ...one, newEmail: emailOf(address) }));
  await changeTo('bo.first@example.com');
  const moved = overtaken(site.ports.users, () => changeTo('bo.second@example.com'));
  const again = { type: 'email_change', email: 'bo@example.com', link, context } as const;
  await resend({ ...site.ports, users: moved }, settings, again);
  expect(site.mailTo('bo.first@example.com')).toBeUndefined();
  expect(site.mailTo('bo.second@example.com')).toBeDefined();

  const other = await signedUp();
  const confirmed = overtaken(other.ports.users, () => other.follow(email));
  const asked = { email, createUser: false, data: {}, link, context };
  await sendOtp({ ...other.ports, users: confirmed }, settings, asked);
  expect(lastMail(other)?.kind).toBe('magiclink');
});

test('the language of a message is that of the account, of the request, or the first that is written', () => {
  const speaker = (language: string) => ({ ...blankUser('u', 1), metadata: { language } });
  // A product declares its languages by merging; these are none of the specification.
  const three = { languages: ['pt', 'en', 'es'] } as unknown as Parameters<typeof languageOf>[0];
  expect(languageOf({}, speaker('en'), 'nl')).toBe('en');
  expect(languageOf({}, speaker('pt'), 'en')).toBe('en');
  expect(languageOf({}, speaker('pt'))).toBe('nl');
  expect(languageOf({}, undefined)).toBe('nl');
  expect(languageOf({}, undefined, 'en')).toBe('en');
  expect(languageOf(three, speaker('es'), 'en')).toBe('es');
  expect(languageOf(three, undefined)).toBe('pt');
});

test('a sign-up and a request for its mail again say that the site has no room for it today', async () => {
  const site = await signedUp();
  const full = { ...settings, mailsPerDay: 0 };
  const again = { type: 'signup', email, link, context } as const;
  const bounded = { kind: 'over_email_send_rate_limit', boundOf: 'site' };
  const asked = await resend(site.ports, full, again);
  expect(asked._unsafeUnwrapErr()).toMatchObject(bounded);
  const other = { ...request, email: 'bo@example.com' };
  const signed = await signUp(site.ports, full, other);
  expect(signed._unsafeUnwrapErr()).toMatchObject(bounded);
  expect(await site.userOf('bo@example.com')).toBeUndefined();
  // Within the interval of the address neither says anything.
  expect((await resend(site.ports, settings, again)).isOk()).toBe(true);
  expect((await resend(site.ports, settings, again)).isOk()).toBe(true);
});
