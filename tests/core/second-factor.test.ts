import { resetFactorsOf } from '@coachsite/core/admins';
import {
  challengeFactor,
  enrollFactor,
  makeRecoveryCodes,
  redeemRecoveryCode,
  removeFactor,
  verifyFactor,
} from '@coachsite/core/mfa';
import { updateUser } from '@coachsite/core/profile';
import { isAccountKey } from '@coachsite/core/rate-limit';
import { assuranceLevel } from '@coachsite/core/session';
import { totpCode } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, settings } from './support/member-site.ts';

type Site = ReturnType<typeof memberSite>;
type Current = Awaited<ReturnType<Site['member']>>;

const email = 'ann@example.com';

async function enrolTotp(site: Site, current: Current, friendlyName = 'app') {
  const request = { type: 'totp', issuer: 'Momentum', friendlyName, context } as const;
  return enrollFactor(site.ports, { ...current, ...request });
}
const challenge = (site: Site, current: Current, factorId: string) =>
  challengeFactor(site.ports, settings, { ...current, factorId, language: 'nl' });
const enter = (site: Site, current: Current, factorId: string, challengeId: string, code: string) =>
  verifyFactor(site.ports, settings, {
    ...current,
    factorId,
    challengeId,
    code,
    language: 'nl',
    context,
  });
const codeNow = (site: Site, secret: string) =>
  totpCode(secret, Math.floor(site.clock.now() / 30_000));

test('wrong codes are counted as those of an account, which no flood of others evicts', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const { attempts } = site.ports;
  const { attempt } = attempts;
  const keys: string[] = [];
  Object.assign(attempts, {
    attempt: (...given: Parameters<typeof attempt>) => {
      keys.push(given[0]);
      return attempt(...given);
    },
  });
  const { factor } = (await enrolTotp(site, current))._unsafeUnwrap();
  const made = (await challenge(site, current, factor.id))._unsafeUnwrap();
  expect((await enter(site, current, factor.id, made.challenge.id, '000000')).isErr()).toBe(true);
  expect(keys).toHaveLength(2);
  expect(keys.every(isAccountKey)).toBe(true);
});

/** A member with a verified app, in a session that used it, and in one that did not. */
async function secured() {
  const site = memberSite();
  const current = await site.member(email);
  const { factor, totp } = (await enrolTotp(site, current))._unsafeUnwrap();
  const secret = totp?.secret ?? '';
  const made = (await challenge(site, current, factor.id))._unsafeUnwrap();
  const { granted: lower } = (await site.signIn(email))._unsafeUnwrap();
  const code = codeNow(site, secret);
  const granted = (
    await enter(site, current, factor.id, made.challenge.id, ` ${code} `)
  )._unsafeUnwrap();
  return { site, lower, factor, secret, granted, raised: await site.current(granted) };
}

test('a code of an app raises the session, ends the others, and is announced', async () => {
  const { site, raised, lower } = await secured();
  expect(assuranceLevel(raised.session)).toBe('aal2');
  expect(await site.ports.sessions.byId(lower.session.id)).toBeUndefined();
  expect(site.mailTo(email)).toMatchObject({ kind: 'factor_added', factorType: 'totp' });
  expect(await site.events()).toContain('factor_change');
});

test('a code is accepted once; wrong ones are counted, and fifteen of them end the tries', async () => {
  const { site, raised, factor, secret } = await secured();
  const next = async () => (await challenge(site, raised, factor.id))._unsafeUnwrap().challenge.id;
  const code = codeNow(site, secret);
  const again = await enter(site, raised, factor.id, await next(), code);
  expect(again._unsafeUnwrapErr()).toEqual({ kind: 'mfa_verification_failed', factorType: 'totp' });
  const kinds: string[] = [];
  for (let i = 0; i < 16; i += 1) {
    const tried = await enter(site, raised, factor.id, await next(), 'abc');
    kinds.push(tried._unsafeUnwrapErr().kind);
  }
  expect(kinds.filter((kind) => kind === 'mfa_verification_failed')).toHaveLength(14);
  expect(kinds.at(-1)).toBe('over_request_rate_limit');
  site.clock.advance(300_000);
  const fresh = codeNow(site, secret);
  expect((await enter(site, raised, factor.id, await next(), fresh)).isOk()).toBe(true);
});

test('five wrong codes, its lifetime, or its use end a challenge', async () => {
  const { site, raised, factor, secret } = await secured();
  const { challenge: made } = (await challenge(site, raised, factor.id))._unsafeUnwrap();
  const kindOf = async (code: string) =>
    (await enter(site, raised, factor.id, made.id, code))._unsafeUnwrapErr().kind;
  for (let i = 0; i < 5; i += 1) expect(await kindOf('abc')).toBe('mfa_verification_failed');
  site.clock.advance(60_000);
  expect(await kindOf(codeNow(site, secret))).toBe('mfa_challenge_expired');
  expect((await enter(site, raised, factor.id, 'none', '1'))._unsafeUnwrapErr().kind).toBe(
    'mfa_challenge_not_found',
  );
  expect((await enter(site, raised, 'none', made.id, '1'))._unsafeUnwrapErr().kind).toBe(
    'mfa_factor_not_found',
  );
  expect((await challenge(site, raised, 'none'))._unsafeUnwrapErr().kind).toBe(
    'mfa_factor_not_found',
  );
});

test('a phone gets its code by text message', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const enrol = (phone: string, friendlyName: string) =>
    enrollFactor(site.ports, { ...current, type: 'phone', phone, friendlyName, context });
  expect((await enrol('1', 'x')).isErr()).toBe(true);
  const { factor } = (await enrol('+32470123456', 'phone'))._unsafeUnwrap();
  site.state.smsUp = false;
  expect((await challenge(site, current, factor.id))._unsafeUnwrapErr().kind).toBe(
    'sms_send_failed',
  );
  site.state.smsUp = true;
  expect((await challenge(site, current, factor.id))._unsafeUnwrapErr().kind).toBe(
    'over_sms_send_rate_limit',
  );
  site.clock.advance(settings.smsIntervalMs);
  const { challenge: made } = (await challenge(site, current, factor.id))._unsafeUnwrap();
  const code = site.codeTo('32470123456') || (site.ports.phoneMessenger.sent.at(-1)?.code ?? '');
  const wrong = code === '000000' ? '111111' : '000000';
  expect((await enter(site, current, factor.id, made.id, wrong)).isErr()).toBe(true);
  const sent = site.ports.phoneMessenger.sent.at(-1)?.code ?? '';
  expect((await enter(site, current, factor.id, made.id, sent)).isOk()).toBe(true);
});

test('with a verified factor, a session that did not use it changes nothing', async () => {
  const { site, factor } = await secured();
  const lower = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
  const kinds = [
    await enrolTotp(site, lower, 'other'),
    await removeFactor(site.ports, { ...lower, factorId: factor.id, language: 'nl', context }),
    await makeRecoveryCodes(site.ports, { ...lower, language: 'nl', context }),
    await updateUser(site.ports, settings, {
      ...lower,
      change: { password: 'Another-1!duin' },
      link,
      context,
    }),
  ].map((result) => (result.isErr() ? result.error.kind : 'done'));
  expect(kinds).toEqual(Array(4).fill('insufficient_aal'));
});

test('names are unique, an account has ten factors at most, and adds thirty in a while', async () => {
  const { site, raised } = await secured();
  const kindOf = async (name: string) => {
    const added = await enrolTotp(site, raised, name);
    return added.isErr() ? added.error.kind : 'added';
  };
  expect(await kindOf('app')).toBe('mfa_factor_name_conflict');
  for (let i = 0; i < 9; i += 1) expect(await kindOf(`app ${i}`)).toBe('added');
  expect(await kindOf('one more')).toBe('too_many_enrolled_mfa_factors');
  for (let i = 0; i < 20; i += 1) await kindOf('one more');
  expect(await kindOf('one more')).toBe('over_request_rate_limit');
});

test('a removed factor lowers the sessions that used it', async () => {
  const { site, raised, factor } = await secured();
  const remove = (factorId: string) =>
    removeFactor(site.ports, { ...raised, factorId, language: 'nl', context });
  expect((await remove('none'))._unsafeUnwrapErr().kind).toBe('mfa_factor_not_found');
  const { factor: unverified } = (await enrolTotp(site, raised, 'b'))._unsafeUnwrap();
  (await remove(unverified.id))._unsafeUnwrap();
  expect(site.mailTo(email)?.kind).toBe('factor_added');
  (await remove(factor.id))._unsafeUnwrap();
  expect(site.mailTo(email)?.kind).toBe('factor_removed');
  const session = await site.ports.sessions.byId(raised.session.id);
  expect(session && assuranceLevel(session)).toBe('aal1');
});

test('one recovery code removes the factors of a member who lost them; wrong ones are counted', async () => {
  const { site, raised } = await secured();
  const codes = (
    await makeRecoveryCodes(site.ports, { ...raised, language: 'nl', context })
  )._unsafeUnwrap();
  expect(new Set(codes).size).toBe(10);
  const lower = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
  const redeem = (code: string) =>
    redeemRecoveryCode(site.ports, { ...lower, code, language: 'nl', context });
  expect((await redeem('0000-0000-0000-0000'))._unsafeUnwrapErr().kind).toBe(
    'recovery_code_invalid',
  );
  (await redeem((codes[3] ?? '').toUpperCase()))._unsafeUnwrap();
  expect(await site.ports.factors.ofUser(raised.user.id)).toEqual([]);
  expect(await site.ports.sessions.byId(raised.session.id)).toBeUndefined();
  expect(await site.ports.sessions.byId(lower.session.id)).toBeDefined();
  expect((await redeem(codes[4] ?? '')).isErr()).toBe(true);
  for (let i = 0; i < 20; i += 1) await redeem('x');
  expect((await redeem('x'))._unsafeUnwrapErr().kind).toBe('over_request_rate_limit');
});

test('recovery codes belong to a verified factor', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const made = await makeRecoveryCodes(site.ports, { ...current, language: 'nl', context });
  expect(made._unsafeUnwrapErr().kind).toBe('mfa_factor_not_found');
});

test('the operator removes the factors of a member', async () => {
  const { site } = await secured();
  expect((await resetFactorsOf(site.ports, { recipient: email, context }))._unsafeUnwrap()).toEqual(
    {
      factors: 1,
      passkeys: 0,
    },
  );
  expect(site.mailTo(email)?.kind).toBe('factor_removed');
  expect((await resetFactorsOf(site.ports, { recipient: 'no@example.com', context })).isErr()).toBe(
    true,
  );
});
