import { unverifiedFactorTtlMs, verifyFactor } from '@coachsite/core/mfa';
import { refreshSession } from '@coachsite/core/session';
import { expect, test } from 'vitest';
import {
  challenge,
  codeNow,
  elsewhere,
  email,
  enrolApp,
  enrolPhone,
  enter,
  lastEvent,
  phone,
  secured,
  use,
} from './support/factors.ts';
import { context, memberSite, settings } from './support/member-site.ts';

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

test('a right code gives the same session a second factor and new tokens, and the old ones end', async () => {
  const { site, first, factor, secret, granted, raised } = await secured();
  const now = site.clock.now();
  const before = first.session;
  expect(granted.session).toEqual({
    ...before,
    ...elsewhere,
    amr: [{ method: 'totp', at: now, factorId: factor.id, isOfSession: true }, ...before.amr],
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
