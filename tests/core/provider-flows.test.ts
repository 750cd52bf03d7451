import type { UserStore } from '@coachsite/core/account';
import {
  authorize,
  exchangeCode,
  finishCallback,
  finishSso,
  type ParsedAssertion,
  signInWithIdToken,
  startSso,
} from '@coachsite/core/federation';
import { err, toBase64Url, toHex } from '@coachsite/core/kernel';
import { resend, signUpAnonymously } from '@coachsite/core/sign-in';
import { emailOf, memoryDigest } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { issueCode } from '#core/src/federation/exchange-code.ts';
import { noticeOfIdentity } from '#core/src/federation/notice-of-identity.ts';
import { context, link, memberSite, settings } from './support/member-site.ts';

type Site = ReturnType<typeof memberSite>;
type Settings = Parameters<typeof finishCallback>[1];

const email = 'ann@example.com';
const other = 'bo@example.com';
const person = { sub: 'person-1', email, email_verified: true };
const unproved = { sub: 'person-2', email, email_verified: false };
const verifier = 'verifier-'.repeat(6);
const challenge = {
  challenge: toBase64Url(memoryDigest.sha256(verifier)),
  method: 's256',
} as const;
const request = {
  provider: 'partner',
  redirectTo: link.redirectTo,
  challenge: undefined,
  scopes: '',
  query: {},
  browserSecret: 'secret-of-the-browser',
  linkTo: undefined,
};
type Asked = Partial<Parameters<typeof authorize>[2]>;

/** Leaves for the provider, signs in there, and returns what the browser comes back with. */
async function away(
  site: Site,
  claims: Parameters<Site['provider']['signIn']>[1],
  asked: Asked = {},
) {
  const all = { ...request, ...asked };
  const url = (await authorize(site.ports, settings, all))._unsafeUnwrap();
  const back = site.provider.signIn(url, claims);
  return {
    url: back,
    state: new URL(back).searchParams.get('state') ?? '',
    error: undefined,
    errorDescription: undefined,
    browserSecret: all.browserSecret,
    language: 'nl',
    context,
  } as const;
}
const back = (site: Site, query: Awaited<ReturnType<typeof away>>, some: Settings = settings) =>
  finishCallback(site.ports, some, query);
const signIn = async (site: Site, claims: Parameters<typeof away>[1] = person, asked: Asked = {}) =>
  back(site, await away(site, claims, asked));
const errorOf = (done: Awaited<ReturnType<typeof back>>) =>
  done.isErr() ? done.error.error : 'done';
const exchange = async (site: Site, done: Awaited<ReturnType<typeof back>>) => {
  const result = done._unsafeUnwrap();
  const code = result.kind === 'code' ? result.code : '';
  return exchangeCode(site.ports, settings, { code, verifier, language: 'nl', context });
};

test('sign-ins at a provider are logged: the new account once, each session, and each failure', async () => {
  const site = memberSite();
  for (let i = 0; i < 2; i += 1) await signIn(site);
  const userId = (await site.userOf(email))?.id;
  expect(await site.logged('signup_success')).toEqual([{ userId, provider: 'partner' }]);
  const success = { userId, method: 'oauth', provider: 'partner' };
  expect(await site.logged('auth_success')).toEqual([success, success]);
  await signIn(site, { sub: '' });
  const query = await away(site, person);
  await back(site, { ...query, browserSecret: undefined as never });
  expect(await site.logged('auth_failure')).toEqual([
    { userId: undefined, reason: 'provider_subject_missing', provider: 'partner' },
    { userId: undefined, reason: 'bad_oauth_state' },
  ]);
});

test('a used state is refused, with a reason of its own where the client has a challenge', async () => {
  const site = memberSite();
  for (const [asked, kind] of [
    [{}, 'bad_oauth_state'],
    [{ challenge }, 'flow_state_already_used'],
  ] as const) {
    const query = await away(site, person, asked);
    expect((await back(site, query)).isOk()).toBe(true);
    expect(errorOf(await back(site, query))).toEqual({ kind });
  }
});

test('a provider that is gone when the person comes back is an error with the way back', async () => {
  const site = memberSite();
  const query = await away(site, person);
  site.provider.disconnect();
  expect((await back(site, query))._unsafeUnwrapErr()).toEqual({
    error: { kind: 'provider_unavailable' },
    redirectTo: link.redirectTo,
  });
});

test('an address that a member confirmed is linked, told and logged, and the sessions go on', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  await signIn(site);
  expect(site.mailTo(email)).toMatchObject({ kind: 'identity_linked', provider: 'partner' });
  expect(await site.logged('identity_change')).toEqual([
    { userId: user.id, provider: 'partner', change: 'linked' },
  ]);
  expect(await site.ports.sessions.byId(session.id)).toBeDefined();
});

test('of an account that is taken over every session, token and code ends, and no stranger gets a mail', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  await site.ports.users.change(user.id, (held) => ({ ...held, emailConfirmedAt: undefined }));
  site.clock.advance(settings.emailIntervalMs);
  await resend(site.ports, settings, { type: 'signup', email, link, context });
  const { id: userId, securityStamp } = user;
  const of = { hash: 'x', userId, securityStamp } as const;
  const code = { ...of, challenge, method: 'oauth', expiresAt: 9e15 } as const;
  await site.ports.flows.issueCode(code);
  const mails = site.ports.messenger.sent.length;
  expect((await signIn(site)).isOk()).toBe(true);
  expect(await site.ports.sessions.byId(session.id)).toBeUndefined();
  expect(await site.ports.tokens.sweep(9e15)).toBe(0);
  expect(await site.ports.flows.takeCode('x')).toBeUndefined();
  expect(site.ports.messenger.sent).toHaveLength(mails);
});

test('an address that a provider has not verified is confirmed by a mail, one a minute', async () => {
  for (const [redirectTo, transport] of [
    [link.redirectTo, 'cookie'],
    ['https://app.example/', 'bearer'],
    ['', 'bearer'],
  ] as const) {
    const site = memberSite();
    const needed = {
      kind: 'provider_email_needs_verification',
      provider: 'partner',
      isMailed: true,
    };
    expect(errorOf(await signIn(site, unproved, { redirectTo }))).toEqual(needed);
    expect(site.mailTo(email)).toMatchObject({
      kind: 'signup',
      link: { redirectTo, transport, type: 'signup' },
    });
    await signIn(site, unproved, { redirectTo });
    await resend(site.ports, settings, { type: 'signup', email, link, context });
    expect(site.ports.messenger.sent).toHaveLength(1);
    expect((await site.userOf(email))?.confirmationSentAt).toBe(site.clock.now());
  }
});

test('a person without an address of their own signs in to an account without one', async () => {
  const site = memberSite();
  await site.member(email);
  const done = (await signIn(site, unproved))._unsafeUnwrap();
  if (done.kind !== 'session') throw new Error('no session');
  expect(done.granted.user).toMatchObject({ email: undefined, emailConfirmedAt: undefined });
  expect(done.granted.user.identities).toMatchObject([{ subject: 'person-2' }]);
  const rejected = { kind: 'provider_email_needs_verification', provider: 'partner' };
  expect(errorOf(await signIn(site, { sub: '3' }))).toEqual({ ...rejected, isMailed: false });
});

test('of two first sign-ins at once both get the same account', async () => {
  const site = memberSite();
  const queries = [await away(site, person), await away(site, person)];
  const both = await Promise.all(queries.map((query) => back(site, query)));
  expect(both.every((done) => done.isOk())).toBe(true);
  expect(await site.ports.users.list(9)).toHaveLength(1);
  expect(await site.logged('signup_success')).toHaveLength(1);
});

/** The site with a store whose accounts are taken before each change, and how often that was tried. */
function unlucky(site: Site) {
  const tries = { count: 0 };
  const change: UserStore['change'] = (id) => {
    tries.count += 1;
    return site.ports.users.change(`no-${id}`, (user) => user);
  };
  const ports = { ...site.ports, users: { ...site.ports.users, change } };
  return { site: { ...site, ports }, tries };
}

test('an account that is taken again and again ends in an error after three tries', async () => {
  for (const isKnown of [true, false]) {
    const site = memberSite();
    if (isKnown) await signIn(site);
    else await site.member(email);
    const bad = unlucky(site);
    const query = await away(site, person);
    await expect(back(bad.site, query)).rejects.toThrow(/provider was taken again and again/);
    expect(bad.tries.count).toBe(3);
  }
});

test('an account whose address changed while it was linked is not linked', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const change: UserStore['change'] = async (id, rule) => {
    await site.ports.users.change(id, (held) => ({ ...held, email: emailOf(other) }));
    return site.ports.users.change(id, rule);
  };
  const ports = { ...site.ports, users: { ...site.ports.users, change } };
  const query = await away(site, person);
  const done = (await back({ ...site, ports }, query))._unsafeUnwrap();
  if (done.kind !== 'session') throw new Error('no session');
  expect(done.granted.user.id).not.toBe(user.id);
  expect((await site.ports.users.byId(user.id))?.identities).toHaveLength(1);
});

test('a code is exchanged once, which is logged, as are the tries that fail', async () => {
  const site = memberSite();
  const done = await signIn(site, person, { challenge });
  const again = await signIn(site, person, { challenge });
  for (const one of [done, again]) expect((await exchange(site, one)).isOk()).toBe(true);
  expect((await exchange(site, done)).isErr()).toBe(true);
  const userId = (await site.userOf(email))?.id;
  expect(await site.logged('auth_success')).toEqual([
    { userId, method: 'oauth' },
    { userId, method: 'oauth' },
  ]);
  expect(await site.logged('auth_failure')).toEqual([
    { userId: undefined, reason: 'flow_state_not_found' },
  ]);
});

test('an identity is linked to whom it may be linked to, and otherwise the error says why', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  const linkTo = session;
  const kind = async (claims = { ...person, sub: 'new', email: other }) =>
    errorOf(await signIn(site, claims, { linkTo }));
  expect(errorOf(await signIn(site, person, { linkTo, browserSecret: undefined }))).toEqual({
    kind: 'bad_oauth_state',
  });
  const set = (change: Partial<typeof user>) =>
    site.ports.users.change(user.id, (held) => ({ ...held, ...change }));
  await set({ bannedUntil: site.clock.now() + 1 });
  expect(await kind()).toEqual({ kind: 'user_banned' });
  await set({ bannedUntil: undefined });
  await set({ identities: user.identities.map((each) => ({ ...each, provider: 'sso:1' })) });
  expect(await kind()).toEqual({ kind: 'user_sso_managed' });
  await set({ identities: user.identities });
  await site.protect(user.id);
  expect(await kind()).toEqual({ kind: 'insufficient_aal' });
  await site.ports.factors.change(user.id, (state) => ({
    state: { ...state, factors: [] },
    result: undefined,
  }));
  const bad = unlucky(site);
  const query = await away(site, person, { linkTo });
  expect(errorOf(await back(bad.site, query))).toEqual({ kind: 'session_not_found' });
  const taken: UserStore['change'] = async (id, rule) => {
    await signIn(site, { sub: 'new', email: 'cas@example.com', email_verified: true });
    return site.ports.users.change(id, rule);
  };
  const racing = {
    ...site,
    ports: { ...site.ports, users: { ...site.ports.users, change: taken } },
  };
  const late = await away(site, { ...person, sub: 'new' }, { linkTo });
  expect(errorOf(await back(racing, late))).toEqual({ kind: 'identity_already_exists' });
  const mailTaken = async () => err({ kind: 'email_exists' } as const);
  const users = { ...site.ports.users, change: mailTaken };
  const last = await away(site, { ...person, sub: 'last' }, { linkTo });
  expect(errorOf(await back({ ...site, ports: { ...site.ports, users } }, last))).toEqual({
    kind: 'identity_already_exists',
  });
  expect((await site.ports.users.byId(user.id))?.identities).toHaveLength(1);
  expect(await kind({ ...person, sub: 'right', email: other })).toBe('done');
  expect(await site.ports.users.byId(user.id)).toMatchObject({ email, isAnonymous: false });
  expect((await site.logged('identity_change')).at(-1)).toEqual({
    userId: user.id,
    provider: 'partner',
    change: 'linked',
  });
  expect(site.mailTo(email)).toMatchObject({ kind: 'identity_linked', provider: 'partner' });
  await site.ports.users.remove(user.id);
  expect(await kind()).toEqual({ kind: 'session_not_found' });
});

test('a visitor without an address gets that of the linked identity, if it is proved and free', async () => {
  for (const [claims, expected] of [
    [person, email],
    [unproved, undefined],
    [{ ...person, email: other }, undefined],
    [{ sub: 'person-1' }, undefined],
  ] as const) {
    const site = memberSite();
    await site.member(other);
    const anonymous = await signUpAnonymously(site.ports, settings, { data: {}, context });
    const { user, session } = await site.current(anonymous._unsafeUnwrap());
    expect(errorOf(await signIn(site, claims, { linkTo: session }))).toBe('done');
    expect(await site.ports.users.byId(user.id)).toMatchObject({
      email: expected,
      isAnonymous: false,
      emailConfirmedAt: expected && site.clock.now(),
    });
  }
});

test('an identity is linked by a code only while its session lasts', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  const asked = { linkTo: session, challenge, browserSecret: undefined };
  const done = await signIn(site, person, asked);
  await site.ports.sessions.remove(session.id);
  expect((await exchange(site, done))._unsafeUnwrapErr()).toEqual({ kind: 'session_not_found' });
  expect((await site.ports.users.byId(user.id))?.identities).toHaveLength(1);
});

test('the exchange of a code of a mailed link is not logged a second time', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const before = await site.events();
  const grant = { user, challenge, method: 'otp' } as const;
  const code = await issueCode(site.ports, settings, grant);
  const request = { code, verifier, language: 'nl', context } as const;
  expect((await exchangeCode(site.ports, settings, request)).isOk()).toBe(true);
  expect(await site.events()).toEqual(before);
});

test('an account without an address gets no notice', async () => {
  const { ports, member } = memberSite();
  const { user } = await member(email);
  const mails = ports.messenger.sent.length;
  const notice = { change: 'linked', provider: 'partner', language: 'nl' } as const;
  await noticeOfIdentity(ports, { ...notice, user: { ...user, email: undefined } });
  expect(ports.messenger.sent).toHaveLength(mails);
});

test('a nonce that is no text or empty is none, and sign-ins with ID tokens are logged', async () => {
  const site = memberSite();
  const given = (claims: Parameters<typeof site.provider.idToken>[0], nonce?: string) =>
    signInWithIdToken(site.ports, settings, {
      provider: { name: 'partner' },
      idToken: site.provider.idToken(claims),
      accessToken: undefined,
      nonce,
      linkTo: undefined,
      link,
      context,
    }).then((done) => (done.isErr() ? done.error.kind : 'done'));
  for (const nonce of ['', 7]) {
    expect(await given({ ...person, nonce })).toBe('done');
    expect(await given({ ...person, nonce }, 'mine')).toBe('id_token_nonce_missing');
  }
  const hashed = toHex(memoryDigest.sha256('mine'));
  expect(await given({ ...person, nonce: hashed }, 'mine')).toBe('done');
  const userId = (await site.userOf(email))?.id;
  expect((await site.logged('auth_success')).at(-1)).toEqual({ userId, method: 'oauth' });
  expect((await site.logged('auth_failure'))[0]).toEqual({
    userId: undefined,
    reason: 'id_token_nonce_missing',
  });
  const [session] = await site.ports.sessions.ofUser(userId ?? '');
  expect(session?.amr).toMatchObject([{ method: 'oauth' }]);
});

/** Goes to the SAML provider and comes back with an assertion. */
async function saml(
  site: Site,
  more: Partial<ParsedAssertion> = {},
  { some = settings as Settings, asked = undefined as typeof challenge | undefined } = {},
) {
  const by = { domain: 'corp.example' };
  const started = await startSso(site.ports, { by, redirectTo: link.redirectTo, challenge: asked });
  const url = started._unsafeUnwrap();
  const parameters = new URL(url).searchParams;
  const requestId = parameters.get('SAMLRequest') ?? '';
  const notOnOrAfter = site.clock.now() + 60_000;
  const recipient = `${settings.issuer}/sso/saml/acs`;
  const response = site.idp.respond(url, {
    audiences: [`${settings.issuer}/sso/saml/metadata`],
    confirmations: [{ recipient, inResponseTo: requestId, notBefore: undefined, notOnOrAfter }],
    nameId: { value: 'employee-1', format: 'persistent' },
    attributes: { email: [email] },
    ...more,
  });
  const relayState = parameters.get('RelayState') ?? '';
  const finish = () => finishSso(site.ports, some, { relayState, response, context });
  return { finish, requestId, relayState };
}
const samlErrorOf = (done: Awaited<ReturnType<typeof finishSso>>) =>
  done.isErr() ? done.error.error : 'done';

test('an employee has an account of their own, whose new address and sessions are those of the provider', async () => {
  const site = memberSite();
  await site.member(email);
  const first = await saml(site);
  // An id of XML begins with no digit.
  expect(first.requestId).toMatch(/^_[\w-]{36}$/);
  expect(samlErrorOf(await first.finish())).toBe('done');
  const [own] = (await site.ports.users.list(9)).filter(({ identities }) =>
    identities.some(({ provider }) => /^sso:.{36}$/.test(provider)),
  );
  if (!own) throw new Error('no account');
  expect(await site.logged('signup_success')).toContainEqual({
    userId: own.id,
    method: 'sso/saml',
  });
  const [identity] = own.identities;
  const extra = { ...identity, id: 'extra', provider: 'partner', subject: '1', data: {} };
  await site.ports.users.change(own.id, (user) => ({
    ...user,
    identities: [...user.identities, extra as (typeof user.identities)[number]],
  }));
  site.clock.advance(1000);
  await (await saml(site, { attributes: { email: [other] } })).finish();
  const now = await site.ports.users.byId(own.id);
  expect(now).toMatchObject({ email: other, updatedAt: site.clock.now() });
  expect(now?.identities).toMatchObject([
    { data: { email: other }, lastSignInAt: site.clock.now() },
    extra,
  ]);
  expect(now?.identities[1]).toEqual(extra);
  const success = await site.logged('auth_success');
  expect(success.at(-1)).toMatchObject({ userId: own.id, method: 'sso/saml' });
  const sessions = await site.ports.sessions.ofUser(own.id);
  expect(sessions.every(({ notAfter }) => notAfter === undefined)).toBe(true);
});

test('a code of a SAML sign-in keeps the provider and the end of the session', async () => {
  const site = memberSite();
  const sessionNotOnOrAfter = site.clock.now() + 3_600_000;
  const { finish } = await saml(site, { sessionNotOnOrAfter }, { asked: challenge });
  const granted = (await exchange(site, (await finish()) as never))._unsafeUnwrap().granted;
  const providerId = granted.user.identities[0]?.provider.slice(4);
  expect(granted.session).toMatchObject({
    notAfter: sessionNotOnOrAfter,
    amr: [{ method: 'sso/saml', provider: providerId }],
  });
  expect(await site.logged('auth_success')).toEqual([
    { userId: granted.user.id, method: 'sso/saml' },
  ]);
});

test('a SAML sign-in that fails is logged, and says why', async () => {
  const site = memberSite();
  const closed = { ...settings, allowsSignUp: false };
  const refused = await saml(site, {}, { some: closed });
  expect((await refused.finish())._unsafeUnwrapErr()).toEqual({
    error: { kind: 'signup_disabled' },
    redirectTo: link.redirectTo,
  });
  expect(await site.logged('auth_failure')).toEqual([
    { userId: undefined, reason: 'signup_disabled', method: 'sso/saml' },
  ]);
  await (await saml(site)).finish();
  const [own] = await site.ports.users.list(9);
  await site.ports.users.change(own?.id ?? '', (user) => ({ ...user, bannedUntil: 9e15 }));
  expect(samlErrorOf(await (await saml(site)).finish())).toEqual({ kind: 'user_banned' });
  const { relayState } = await saml(site);
  const { saml: known } = site.ports;
  const find = async () => known.find({ id: 'removed' });
  const ports = { ...site.ports, saml: { ...known, find } };
  const gone = await finishSso(ports, settings, { relayState, response: 'x', context });
  expect(samlErrorOf(gone)).toEqual({ kind: 'saml_idp_not_found' });
  const lost = { kind: 'saml_relay_state_not_found' };
  const openId = await away(site, person);
  for (const state of [openId.state, site.ports.ids.uuid()]) {
    const done = await finishSso(site.ports, settings, {
      relayState: state,
      response: '',
      context,
    });
    expect(samlErrorOf(done)).toEqual(lost);
  }
});

test('of two first SAML sign-ins at once both get the same account, and a store that fails ends in an error', async () => {
  const site = memberSite();
  const both = [await saml(site), await saml(site)];
  const done = await Promise.all(both.map(({ finish }) => finish()));
  expect(done.map(samlErrorOf)).toEqual(['done', 'done']);
  expect(await site.ports.users.list(9)).toHaveLength(1);
  expect(await site.logged('signup_success')).toHaveLength(1);
  const bad = unlucky(site);
  const again = await saml(bad.site);
  await expect(again.finish()).rejects.toThrow(/SAML identity was taken again and again/);
  expect(bad.tries.count).toBe(3);
});
