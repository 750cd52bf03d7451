import { resetFactorsOf } from '@coachsite/core/admins';
import {
  challengeFactor,
  enrollFactor,
  type Factor,
  makeRecoveryCodes,
  redeemRecoveryCode,
  removeFactor,
  requireSecondFactor,
  unverifiedFactorTtlMs,
  verifyFactor,
} from '@coachsite/core/mfa';
import { refreshSession } from '@coachsite/core/session';
import { totpCode } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, memberSite, settings } from './support/member-site.ts';

/** What each deed with a second factor leaves: rows, sessions, mails, text messages and events. */

type Site = ReturnType<typeof memberSite>;
type Current = Awaited<ReturnType<Site['member']>>;

const email = 'ann@example.com';
const phone = '32470123456';
const elsewhere = { ip: '192.0.2.77', userAgent: 'a phone' };

const enrolApp = (site: Site, current: Current, friendlyName: string | undefined = 'app') =>
  enrollFactor(site.ports, {
    ...current,
    type: 'totp',
    issuer: 'Momentum',
    friendlyName,
    context: elsewhere,
  });
const enrolPhone = (site: Site, current: Current, friendlyName = 'phone') =>
  enrollFactor(site.ports, { ...current, type: 'phone', phone, friendlyName, context: elsewhere });
const challenge = (site: Site, current: Current, factorId: string) =>
  challengeFactor(site.ports, settings, { ...current, factorId, language: 'en' });
const enter = (site: Site, current: Current, factorId: string, challengeId: string, code: string) =>
  verifyFactor(site.ports, settings, {
    ...current,
    factorId,
    challengeId,
    code,
    language: 'en',
    context: elsewhere,
  });
const makeCodes = (site: Site, current: Current) =>
  makeRecoveryCodes(site.ports, { ...current, language: 'en', context: elsewhere });
const codeNow = (site: Site, secret: string) =>
  totpCode(secret, Math.floor(site.clock.now() / 30_000));
const lastEvent = async ({ ports }: Site) => (await ports.securityLog.list({ limit: 1 }))[0];

/** Asks for a challenge and answers it with the right code of an app. */
async function use(site: Site, current: Current, factor: Factor, secret: string) {
  const made = (await challenge(site, current, factor.id))._unsafeUnwrap().challenge;
  return enter(site, current, factor.id, made.id, codeNow(site, secret));
}

/** A member with a verified app, in a session that used it. */
async function secured() {
  const site = memberSite();
  const first = await site.member(email);
  const { factor, totp } = (await enrolApp(site, first))._unsafeUnwrap();
  const secret = totp?.secret ?? '';
  const granted = (await use(site, first, factor, secret))._unsafeUnwrap();
  const raised = await site.current(granted);
  return { site, first, factor, secret, granted, raised };
}

test('a new factor is unverified and kept with a sealed secret, which is shown once', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const { factor, totp } = (await enrolApp(site, current))._unsafeUnwrap();
  const now = site.clock.now();
  expect(factor).toEqual({
    id: factor.id,
    userId: current.user.id,
    type: 'totp',
    status: 'unverified',
    friendlyName: 'app',
    phone: undefined,
    createdAt: now,
    updatedAt: now,
    lastChallengedAt: undefined,
  });
  expect(totp?.uri).toContain(`Momentum:${encodeURIComponent(email)}?secret=${totp?.secret}`);
  const { factors } = await site.ports.factors.stateOf(current.user.id);
  const sealedSecret = expect.any(String);
  expect(factors).toEqual([{ ...factor, sealedSecret, lastStep: undefined }]);
  expect(site.ports.secretBox.open(factors[0]?.sealedSecret ?? '', factor.id)).toBe(totp?.secret);
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'factor_change',
    userId: current.user.id,
    details: { factor_type: 'totp', factor_id: factor.id, change: 'enrolled' },
  });
});

test('an app is labelled by the address, else by the number, else by the id; no name is none', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const labelOf = async (user: object, name: string) => {
    const some = { ...current, user: { ...current.user, ...user } };
    const enrolled = (await enrolApp(site, some, name))._unsafeUnwrap();
    return decodeURIComponent(new URL(enrolled.totp?.uri ?? '').pathname)
      .split(':')
      .at(-1);
  };
  expect(await labelOf({ email: undefined, phone }, 'a')).toBe(phone);
  expect(await labelOf({ email: undefined, phone: undefined }, 'b')).toBe(current.user.id);
  const unnamed = (await enrolApp(site, current, ''))._unsafeUnwrap();
  expect(unnamed.factor.friendlyName).toBeUndefined();
});

test('a phone has its number and no secret; thirty factors in a quarter of an hour are the most', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const enrolled = (await enrolPhone(site, current))._unsafeUnwrap();
  expect(enrolled).toMatchObject({ totp: undefined, factor: { type: 'phone', phone } });
  const { factors } = await site.ports.factors.stateOf(current.user.id);
  expect(factors[0]?.sealedSecret).toBeUndefined();
  for (let i = 0; i < 29; i += 1) expect((await enrolPhone(site, current)).isOk()).toBe(true);
  expect((await enrolPhone(site, current))._unsafeUnwrapErr()).toEqual({
    kind: 'over_request_rate_limit',
    retryAfterSeconds: 900,
  });
  site.clock.advance(900_000);
  expect((await enrolPhone(site, current)).isOk()).toBe(true);
});

test('a challenge belongs to its factor and session, lasts its time, and dates the factor', async () => {
  const { site, raised, factor } = await secured();
  const { factor: other } = (await enrolApp(site, raised, 'other'))._unsafeUnwrap();
  site.clock.advance(1000);
  const now = site.clock.now();
  const made = (await challenge(site, raised, factor.id))._unsafeUnwrap();
  expect(made.factor.id).toBe(factor.id);
  expect(made.challenge).toEqual({
    id: made.challenge.id,
    factorId: factor.id,
    sessionId: raised.session.id,
    codeHash: undefined,
    misses: 0,
    createdAt: now,
    expiresAt: now + settings.challengeTtlMs,
    usedAt: undefined,
  });
  const state = await site.ports.factors.stateOf(raised.user.id);
  expect(state.challenges.at(-1)).toEqual(made.challenge);
  expect(state.factors.map(({ id, lastChallengedAt }) => [id, lastChallengedAt])).toEqual([
    [factor.id, now],
    [other.id, undefined],
  ]);
  expect(site.ports.phoneMessenger.sent).toEqual([]);
  site.clock.set(other.createdAt + unverifiedFactorTtlMs);
  expect((await challenge(site, raised, other.id))._unsafeUnwrapErr()).toEqual({
    kind: 'mfa_factor_not_found',
  });
});

test('a code goes to the phone in the language of the account, else of the visitor, and once in a while', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const { factor } = (await enrolPhone(site, current))._unsafeUnwrap();
  const made = (await challenge(site, current, factor.id))._unsafeUnwrap().challenge;
  const { sent } = site.ports.phoneMessenger;
  expect(sent).toEqual([
    {
      kind: 'second_factor',
      to: phone,
      language: 'en',
      code: expect.stringMatching(/^\d{6}$/),
      expiresAt: made.expiresAt,
    },
  ]);
  expect(made.codeHash).toEqual(expect.stringMatching(/^[0-9a-f]{64}$/));
  expect((await challenge(site, current, factor.id))._unsafeUnwrapErr()).toEqual({
    kind: 'over_sms_send_rate_limit',
    retryAfterSeconds: settings.smsIntervalMs / 1000,
  });
  site.clock.advance(settings.smsIntervalMs);
  const dutch = { ...current, user: { ...current.user, metadata: { language: 'nl' } } };
  (await challenge(site, dutch, factor.id))._unsafeUnwrap();
  expect(sent.at(-1)?.language).toBe('nl');
});

test('a factor that is removed while its challenge is made gets none, and no text message', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const { factor } = (await enrolPhone(site, current))._unsafeUnwrap();
  const state = await site.ports.factors.stateOf(current.user.id);
  await removeFactor(site.ports, { ...current, factorId: factor.id, language: 'nl', context });
  const factors = { ...site.ports.factors, stateOf: async () => state };
  const request = { ...current, factorId: factor.id, language: 'nl' } as const;
  const made = await challengeFactor({ ...site.ports, factors }, settings, request);
  expect(made._unsafeUnwrapErr()).toEqual({ kind: 'mfa_factor_not_found' });
  expect(site.ports.phoneMessenger.sent).toEqual([]);
  expect((await site.ports.factors.stateOf(current.user.id)).challenges).toEqual([]);
});

test('a right code gives the same session a second factor and new tokens, and the old ones end', async () => {
  const { site, first, factor, secret, granted, raised } = await secured();
  const now = site.clock.now();
  const before = first.session;
  expect(granted.session).toEqual({
    ...before,
    ...elsewhere,
    amr: [{ method: 'totp', at: now, factorId: factor.id }, ...before.amr],
    refreshedAt: now,
    refresh: expect.objectContaining({ counter: 1, start: 1, rotatedAt: now }),
  });
  expect(await site.ports.sessions.byId(before.id)).toEqual(granted.session);
  expect(site.mailTo(email)).toEqual({
    kind: 'factor_added',
    to: email,
    language: 'en',
    factorType: 'totp',
  });
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'factor_change',
    userId: raised.user.id,
    details: { factor_type: 'totp', factor_id: factor.id, change: 'added' },
  });
  const mails = site.ports.messenger.sent.length;
  site.clock.advance(30_000);
  const again = (await use(site, raised, factor, secret))._unsafeUnwrap();
  const refreshed = (token: string) => refreshSession(site.ports, settings, { token, context });
  expect((await refreshed(granted.refreshToken))._unsafeUnwrapErr().kind).toBe(
    'refresh_token_not_found',
  );
  expect((await refreshed(again.refreshToken)).isOk()).toBe(true);
  expect(site.ports.messenger.sent).toHaveLength(mails);
  expect(await lastEvent(site)).toMatchObject({
    actionType: 'auth_success',
    userId: raised.user.id,
    details: { factor_type: 'totp', factor_id: factor.id },
  });
});

test('a right code ends the sessions of this member that used none, and no other', async () => {
  const { site, raised, factor, secret } = await secured();
  const stranger = await site.member('bob@example.com');
  const lower = (await site.signIn(email))._unsafeUnwrap().granted;
  const upper = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
  site.clock.advance(30_000);
  (await use(site, upper, factor, secret))._unsafeUnwrap();
  const exists = async (id: string) => (await site.ports.sessions.byId(id)) !== undefined;
  expect(await exists(lower.session.id)).toBe(false);
  expect(await exists(upper.session.id)).toBe(true);
  expect(await exists(raised.session.id)).toBe(true);
  expect(await exists(stranger.session.id)).toBe(true);
});

test('a member without an address gets no mail about factors', async () => {
  const site = memberSite();
  const member = await site.member(email);
  const current = { ...member, user: { ...member.user, email: undefined } };
  const mails = site.ports.messenger.sent.length;
  const { factor, totp } = (await enrolApp(site, current))._unsafeUnwrap();
  (await use(site, current, factor, totp?.secret ?? ''))._unsafeUnwrap();
  const raised = { ...current, session: { ...current.session, amr: [] } };
  const session = await site.ports.sessions.byId(current.session.id);
  const request = { factorId: factor.id, language: 'nl', context } as const;
  (
    await removeFactor(site.ports, { ...raised, session: session ?? raised.session, ...request })
  )._unsafeUnwrap();
  expect(site.ports.messenger.sent).toHaveLength(mails);
});

test('a wrong code is recorded and counted, and a right one is not', async () => {
  const { site, raised, factor, secret } = await secured();
  for (let i = 0; i < 20; i += 1) {
    site.clock.advance(30_000);
    expect((await use(site, raised, factor, secret)).isOk()).toBe(true);
  }
  const wrong = async () => {
    const made = (await challenge(site, raised, factor.id))._unsafeUnwrap().challenge;
    return (await enter(site, raised, factor.id, made.id, 'abc'))._unsafeUnwrapErr();
  };
  for (let i = 0; i < 15; i += 1)
    expect(await wrong()).toEqual({ kind: 'mfa_verification_failed', factorType: 'totp' });
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'auth_failure',
    userId: raised.user.id,
    details: { reason: 'mfa_verification_failed', factor_type: 'totp' },
  });
  expect(await wrong()).toEqual({ kind: 'over_request_rate_limit', retryAfterSeconds: 300 });
  const stranger = await site.member('bob@example.com');
  const theirs = (await enrolApp(site, stranger))._unsafeUnwrap().factor;
  const { id } = (await challenge(site, stranger, theirs.id))._unsafeUnwrap().challenge;
  expect((await enter(site, stranger, theirs.id, id, 'abc'))._unsafeUnwrapErr().kind).toBe(
    'mfa_verification_failed',
  );
});

test('a code that comes second in a race is no wrong one, and a session that ended gets no tokens', async () => {
  const { site, raised, factor, secret } = await secured();
  site.clock.advance(30_000);
  const made = (await challenge(site, raised, factor.id))._unsafeUnwrap().challenge;
  const state = await site.ports.factors.stateOf(raised.user.id);
  const code = codeNow(site, secret);
  expect((await enter(site, raised, factor.id, made.id, code)).isOk()).toBe(true);
  const factors = { ...site.ports.factors, stateOf: async () => state };
  const request = { ...raised, factorId: factor.id, challengeId: made.id, code } as const;
  for (let i = 0; i < 20; i += 1) {
    const second = await verifyFactor({ ...site.ports, factors }, settings, {
      ...request,
      language: 'nl',
      context,
    });
    expect(second._unsafeUnwrapErr()).toEqual({ kind: 'mfa_challenge_used' });
  }
  site.clock.advance(30_000);
  const next = (await challenge(site, raised, factor.id))._unsafeUnwrap().challenge;
  await site.ports.sessions.remove(raised.session.id);
  const gone = await enter(site, raised, factor.id, next.id, codeNow(site, secret));
  expect(gone._unsafeUnwrapErr()).toEqual({ kind: 'session_not_found' });
  const kept = await site.ports.factors.ofUser(raised.user.id);
  expect(kept.map(({ id, status }) => [id, status])).toEqual([[factor.id, 'verified']]);
});

test('a new factor is not added by a session that ends while its first code is checked', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const { factor, totp } = (await enrolApp(site, current))._unsafeUnwrap();
  const change: typeof site.ports.factors.change = async (...given) => {
    await site.ports.sessions.removeOfUser(current.user.id);
    return site.ports.factors.change(...given);
  };
  const ports = { ...site.ports, factors: { ...site.ports.factors, change } };
  const entered = await use({ ...site, ports }, current, factor, totp?.secret ?? '');
  expect(entered._unsafeUnwrapErr()).toEqual({ kind: 'session_not_found' });
  expect(await site.ports.factors.ofUser(current.user.id)).toEqual([]);
});

test('a code of a phone works in its challenge only', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const { factor } = (await enrolPhone(site, current))._unsafeUnwrap();
  const ask = async () => {
    site.clock.advance(settings.smsIntervalMs);
    const { id } = (await challenge(site, current, factor.id))._unsafeUnwrap().challenge;
    return { id, code: site.ports.phoneMessenger.sent.at(-1)?.code ?? '' };
  };
  const [first, second] = [await ask(), await ask()];
  expect((await enter(site, current, factor.id, second.id, first.code)).isErr()).toBe(true);
  const granted = (
    await enter(site, current, factor.id, second.id, ` ${second.code} `)
  )._unsafeUnwrap();
  expect(granted.session.amr[0]).toMatchObject({ method: 'mfa/phone', factorId: factor.id });
});

test('removing a factor leaves the sessions of others as they were, sends a notice and is recorded', async () => {
  const { site, raised, factor } = await secured();
  const { factor: mine } = (await enrolPhone(site, raised))._unsafeUnwrap();
  site.clock.advance(settings.smsIntervalMs);
  const made = (await challenge(site, raised, mine.id))._unsafeUnwrap().challenge;
  const code = site.ports.phoneMessenger.sent.at(-1)?.code ?? '';
  const granted = (await enter(site, raised, mine.id, made.id, code))._unsafeUnwrap();
  const both = await site.current(granted);
  expect(both.session.amr.map(({ method }) => method)).toEqual(['mfa/phone', 'totp', 'password']);
  const request = { factorId: factor.id, language: 'en', context: elsewhere } as const;
  (await removeFactor(site.ports, { ...both, ...request }))._unsafeUnwrap();
  const left = await site.ports.sessions.byId(both.session.id);
  expect(left).toEqual({
    ...both.session,
    amr: both.session.amr.filter(({ method }) => method !== 'totp'),
  });
  expect(site.mailTo(email)).toEqual({
    kind: 'factor_removed',
    to: email,
    language: 'en',
    factorType: 'totp',
  });
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'factor_change',
    userId: raised.user.id,
    details: { factor_type: 'totp', factor_id: factor.id, change: 'removed' },
  });
  const mails = site.ports.messenger.sent.length;
  const { factor: unused } = (await enrolApp(site, both, 'unused'))._unsafeUnwrap();
  (await removeFactor(site.ports, { ...both, ...request, factorId: unused.id }))._unsafeUnwrap();
  expect(site.ports.messenger.sent).toHaveLength(mails);
  expect((await lastEvent(site))?.details).toEqual({
    factor_type: 'totp',
    factor_id: unused.id,
    change: 'removed',
  });
});

test('recovery codes are read aloud, belong to one member, and replace those before', async () => {
  const { site, raised } = await secured();
  const make = async () => (await makeCodes(site, raised))._unsafeUnwrap();
  const [old, codes] = [await make(), await make()];
  for (const code of codes)
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  const { recoveryCodes = [] } = await site.ports.factors.stateOf(raised.user.id);
  expect(recoveryCodes).toHaveLength(10);
  for (const hash of recoveryCodes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const lower = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
  const redeem = (code: string) =>
    redeemRecoveryCode(site.ports, { ...lower, code, language: 'en', context: elsewhere });
  expect((await redeem(old[0] ?? ''))._unsafeUnwrapErr()).toEqual({
    kind: 'recovery_code_invalid',
  });
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'auth_failure',
    userId: raised.user.id,
    details: { reason: 'recovery_code_invalid' },
  });
  await enrolPhone(site, raised, 'never used');
  for (let i = 0; i < 13; i += 1) await redeem('x');
  const mails = site.ports.messenger.sent.length;
  (await redeem(` ${codes[9]?.replaceAll('-', ' ').toUpperCase()}`))._unsafeUnwrap();
  expect(site.ports.messenger.sent.slice(mails)).toEqual([
    { kind: 'factor_removed', to: email, language: 'en', factorType: 'totp' },
  ]);
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'factor_change',
    userId: raised.user.id,
    details: { change: 'recovered' },
  });
  // The count of wrong codes starts again.
  for (let i = 0; i < 15; i += 1)
    expect((await redeem('x'))._unsafeUnwrapErr().kind).toBe('recovery_code_invalid');
  expect((await redeem('x'))._unsafeUnwrapErr()).toEqual({
    kind: 'over_request_rate_limit',
    retryAfterSeconds: 300,
  });
});

test('new recovery codes are recorded and a mail says so; a request without effect does neither', async () => {
  const { site, first, raised } = await secured();
  const [before, mails] = [await lastEvent(site), site.ports.messenger.sent.length];
  expect((await makeCodes(site, first))._unsafeUnwrapErr()).toEqual({ kind: 'insufficient_aal' });
  expect(await lastEvent(site)).toEqual(before);
  expect(site.ports.messenger.sent).toHaveLength(mails);
  (await makeCodes(site, raised))._unsafeUnwrap();
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'factor_change',
    userId: raised.user.id,
  });
  expect((await lastEvent(site))?.details).toEqual({ change: 'recovery_codes_made' });
  expect(site.ports.messenger.sent.slice(mails)).toEqual([
    { kind: 'recovery_codes_made', to: email, language: 'en' },
  ]);
  const withoutMail = { ...raised, user: { ...raised.user, email: undefined } };
  expect((await makeCodes(site, withoutMail)).isOk()).toBe(true);
  expect(site.ports.messenger.sent).toHaveLength(mails + 1);
});

test('a code of another member is worth nothing', async () => {
  const site = memberSite();
  const [ann, bob] = [await site.member(email), await site.member('bob@example.com')];
  const raise = async (current: Current) => {
    const { factor, totp } = (await enrolApp(site, current))._unsafeUnwrap();
    return site.current((await use(site, current, factor, totp?.secret ?? ''))._unsafeUnwrap());
  };
  const [mine, theirs] = [await raise(ann), await raise(bob)];
  await makeCodes(site, mine);
  const codes = (await makeCodes(site, theirs))._unsafeUnwrap();
  const { recoveryCodes } = await site.ports.factors.stateOf(theirs.user.id);
  await site.ports.factors.change(mine.user.id, (state) => ({
    state: { ...state, ...(recoveryCodes && { recoveryCodes }) },
    result: undefined,
  }));
  const redeemed = await redeemRecoveryCode(site.ports, {
    ...mine,
    code: codes[0] ?? '',
    language: 'nl',
    context,
  });
  expect(redeemed.isErr()).toBe(true);
});

test('a reset by the operator counts the verified factors, tells of each, and forgets wrong codes', async () => {
  const { site, raised, factor } = await secured();
  await enrolPhone(site, raised, 'never used');
  const { factor: second, totp } = (await enrolApp(site, raised, 'second'))._unsafeUnwrap();
  (await use(site, raised, second, totp?.secret ?? ''))._unsafeUnwrap();
  const made = (await challenge(site, raised, factor.id))._unsafeUnwrap().challenge;
  await enter(site, raised, factor.id, made.id, 'abc');
  const mails = site.ports.messenger.sent.length;
  expect(
    (await resetFactorsOf(site.ports, { recipient: email, context: elsewhere }))._unsafeUnwrap(),
  ).toBe(2);
  expect(site.ports.messenger.sent.slice(mails)).toEqual([
    { kind: 'factor_removed', to: email, language: 'nl', factorType: 'totp' },
    { kind: 'factor_removed', to: email, language: 'nl', factorType: 'totp' },
  ]);
  expect(await site.ports.factors.stateOf(raised.user.id)).toEqual({ factors: [], challenges: [] });
  const methods = (await site.ports.sessions.ofUser(raised.user.id)).map(({ amr }) =>
    amr.map(({ method }) => method),
  );
  expect(methods).toEqual([['password']]);
  const changes = await site.ports.securityLog.list({ actionType: 'factor_change', limit: 1 });
  expect(changes).toMatchObject([
    { ...elsewhere, userId: raised.user.id, details: { change: 'reset', factors: 2 } },
  ]);
  const lower = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
  const redeem = () =>
    redeemRecoveryCode(site.ports, { ...lower, code: 'x', language: 'nl', context });
  for (let i = 0; i < 15; i += 1)
    expect((await redeem())._unsafeUnwrapErr().kind).toBe('recovery_code_invalid');
});

test('the second factor is asked of a session that did not use a verified one', async () => {
  const { site, first, raised } = await secured();
  const require = (current: Current) => requireSecondFactor(site.ports, current);
  expect((await require(raised)).isOk()).toBe(true);
  expect((await require(first))._unsafeUnwrapErr()).toEqual({ kind: 'insufficient_aal' });
  const stranger = await site.member('bob@example.com');
  await enrolApp(site, stranger);
  expect((await require(stranger)).isOk()).toBe(true);
  const unread = async () => Promise.reject(new Error('read'));
  expect((await requireSecondFactor({ factors: { ofUser: unread } }, raised)).isOk()).toBe(true);
});

test('a removal is over once its sessions are lowered and its notice is queued', async () => {
  const { site, raised, factor } = await secured();
  const done: string[] = [];
  const slowly = async (what: string) => {
    for (let turn = 0; turn < 50; turn += 1) await undefined;
    done.push(what);
  };
  const messenger = { ...site.ports.messenger, send: () => slowly('notice') };
  const sessions = {
    ...site.ports.sessions,
    change: async (...given: Parameters<typeof site.ports.sessions.change>) => {
      await slowly('session');
      return site.ports.sessions.change(...given);
    },
  } as typeof site.ports.sessions;
  const request = { ...raised, factorId: factor.id, language: 'nl', context } as const;
  await removeFactor({ ...site.ports, messenger, sessions }, request);
  expect(done.sort()).toEqual(['notice', 'session']);
});
