import { redeemRecoveryCode } from '@coachsite/core/mfa';
import { expect, test } from 'vitest';
import {
  type Current,
  elsewhere,
  email,
  enrolApp,
  enrolPhone,
  lastEvent,
  makeCodes,
  secured,
  use,
} from './support/factors.ts';
import { context, memberSite } from './support/member-site.ts';

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

test('new recovery codes are made five times in a quarter of an hour, and never without the second factor', async () => {
  const { site, first, raised } = await secured();
  // What is rejected for another reason counts nothing.
  for (let i = 0; i < 6; i += 1)
    expect((await makeCodes(site, first))._unsafeUnwrapErr()).toEqual({ kind: 'insufficient_aal' });
  for (let i = 0; i < 5; i += 1) expect((await makeCodes(site, raised)).isOk()).toBe(true);
  const { recoveryCodes } = await site.ports.factors.stateOf(raised.user.id);
  expect((await makeCodes(site, raised))._unsafeUnwrapErr()).toEqual({
    kind: 'over_request_rate_limit',
    retryAfterSeconds: 900,
  });
  expect((await site.ports.factors.stateOf(raised.user.id)).recoveryCodes).toEqual(recoveryCodes);
  expect((await makeCodes(site, first))._unsafeUnwrapErr()).toEqual({ kind: 'insufficient_aal' });
  const bob = await site.member('bob@example.com');
  for (let i = 0; i < 6; i += 1)
    expect((await makeCodes(site, bob))._unsafeUnwrapErr()).toEqual({
      kind: 'mfa_factor_not_found',
    });
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
