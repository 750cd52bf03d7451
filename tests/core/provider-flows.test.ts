import { exchangeCode, signInWithIdToken } from '@coachsite/core/federation';
import { toHex } from '@coachsite/core/kernel';
import { resend } from '@coachsite/core/sign-in';
import { memoryDigest } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { issueCode } from '#core/src/federation/exchange-code.ts';
import { context, link, memberSite, settings } from './support/member-site.ts';
import {
  away,
  back,
  challenge,
  email,
  errorOf,
  exchange,
  person,
  signIn,
  unlucky,
  unproved,
  verifier,
} from './support/provider-site.ts';

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

test('a used state is rejected, with a reason of its own where the client has a challenge', async () => {
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
    provider: 'partner',
  });
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
