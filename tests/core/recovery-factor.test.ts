import {
  enrollRecoveryCodes,
  type MfaState,
  recoveryStatus,
  regenerateRecoveryCodes,
  removeFactor,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '@coachsite/core/mfa';
import { expect, test } from 'vitest';
import {
  type Current,
  elsewhere,
  email,
  enrolApp,
  lastEvent,
  makeCodes,
  type Site,
  secured,
} from './support/factors.ts';
import { settings } from './support/member-site.ts';

/** Recovery codes as a factor of the auth service. */

type Outcome = { isOk(): boolean; _unsafeUnwrapErr(): unknown };
const errorOf = (result: Outcome) => (result.isOk() ? 'ok' : result._unsafeUnwrapErr());
const asked = (current: Current) => ({ ...current, language: 'en', context: elsewhere }) as const;
const enrol = (site: Site, current: Current, friendlyName?: string) =>
  enrollRecoveryCodes(site.ports, { ...asked(current), friendlyName });
const regenerate = (site: Site, current: Current) =>
  regenerateRecoveryCodes(site.ports, asked(current));
const remove = (site: Site, current: Current) => removeRecoveryCodes(site.ports, asked(current));
const verify = (site: Site, current: Current, code = '') =>
  verifyRecoveryCode(site.ports, settings, { ...asked(current), code });
const status = async (site: Site, current: Current) => recoveryStatus(site.ports, current);
const another = async (site: Site) =>
  site.current((await site.signIn(email))._unsafeUnwrap().granted);
const amrOf = async (site: Site, { session }: Current) =>
  (await site.ports.sessions.byId(session.id))?.amr.map(({ method }) => method);
const change = (site: Site, { user }: Current, rule: (state: MfaState) => MfaState) =>
  site.ports.factors.change(user.id, (state) => ({ state: rule(state), result: undefined }));

test('their status counts those that are left, and none are made is said', async () => {
  const { site, raised } = await secured();
  expect(errorOf(await status(site, raised))).toEqual({ kind: 'mfa_factor_not_found' });
  const { codes, recoverySet } = (await enrol(site, raised))._unsafeUnwrap();
  expect(recoverySet.friendlyName).toBe('Recovery codes');
  const counted = async () => (await status(site, raised))._unsafeUnwrap();
  expect(await counted()).toEqual({ id: recoverySet.id, total: 10, remaining: 10 });
  (await verify(site, raised, codes[3]))._unsafeUnwrap();
  expect(await counted()).toEqual({ id: recoverySet.id, total: 10, remaining: 9 });
  await change(site, raised, ({ recoveryCodes: _, ...state }) => state);
  expect(await counted()).toEqual({ id: recoverySet.id, total: 10, remaining: 0 });
  expect(errorOf(await verify(site, raised, codes[4]))).toMatchObject({
    kind: 'mfa_verification_failed',
  });
});

test('below aal2 none are made or removed', async () => {
  const { site, raised } = await secured();
  const lower = await another(site);
  for (const refused of [await enrol(site, lower), await remove(site, lower)])
    expect(errorOf(refused)).toEqual({ kind: 'insufficient_aal' });
  (await enrol(site, raised))._unsafeUnwrap();
  for (const refused of [
    await enrol(site, lower),
    await regenerate(site, lower),
    await remove(site, lower),
  ])
    expect(errorOf(refused)).toEqual({ kind: 'insufficient_aal' });
  expect((await status(site, raised)).isOk()).toBe(true);
});

test('they are one of the ten factors, and have a name that none of these has', async () => {
  const { site, raised } = await secured();
  for (let i = 1; i < 9; i += 1) (await enrolApp(site, raised, `app ${i}`))._unsafeUnwrap();
  for (const taken of ['app', 'app 8'])
    expect(errorOf(await enrol(site, raised, taken))).toEqual({ kind: 'mfa_factor_name_conflict' });
  const tenth = (await enrolApp(site, raised, 'app 9'))._unsafeUnwrap().factor;
  expect(errorOf(await enrol(site, raised))).toEqual({ kind: 'too_many_enrolled_mfa_factors' });
  await removeFactor(site.ports, { ...asked(raised), factorId: tenth.id });
  expect(errorOf(await enrol(site, raised, ' '))).toBe('ok');
});

test('new ones need some to replace, and keep their id and name', async () => {
  const { site, raised } = await secured();
  expect(errorOf(await regenerate(site, raised))).toEqual({ kind: 'mfa_factor_not_found' });
  const first = (await enrol(site, raised, 'Backup'))._unsafeUnwrap();
  const second = (await regenerate(site, raised))._unsafeUnwrap();
  expect(second.recoverySet).toEqual(first.recoverySet);
  expect(errorOf(await verify(site, raised, first.codes[0]))).not.toBe('ok');
  expect(errorOf(await verify(site, raised, second.codes[0]))).toBe('ok');
  expect(errorOf(await verify(site, raised, second.codes[0]))).toEqual({
    kind: 'mfa_verification_failed',
    factorType: 'recovery_code',
  });
});

test('guesses are counted and recorded, and a right one is recorded and starts the count again', async () => {
  const { site, raised } = await secured();
  const { codes, recoverySet } = (await enrol(site, raised))._unsafeUnwrap();
  for (let i = 0; i < 14; i += 1) await verify(site, raised, 'x');
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'auth_failure',
    userId: raised.user.id,
    details: { reason: 'recovery_code_invalid' },
  });
  expect(errorOf(await verify(site, raised, codes[0]))).toBe('ok');
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'auth_success',
    userId: raised.user.id,
    details: { factor_type: 'recovery_code', factor_id: recoverySet.id },
  });
  for (let i = 0; i < 15; i += 1) await verify(site, raised, 'x');
  expect(errorOf(await verify(site, raised, codes[1]))).toEqual({
    kind: 'mfa_recovery_codes_locked',
    retryAfterSeconds: 300,
  });
});

test('a session that has ended is not raised, and nothing is told', async () => {
  const { site, raised } = await secured();
  const { codes } = (await enrol(site, raised))._unsafeUnwrap();
  await site.ports.sessions.remove(raised.session.id);
  const mails = site.ports.messenger.sent.length;
  expect(errorOf(await verify(site, raised, codes[0]))).toEqual({ kind: 'session_not_found' });
  expect(site.ports.messenger.sent).toHaveLength(mails);
});

test('removed ones lower the sessions that they raised, are recorded, and told to who has an address', async () => {
  const { site, raised } = await secured();
  expect(errorOf(await remove(site, raised))).toEqual({ kind: 'mfa_factor_not_found' });
  const { codes, recoverySet } = (await enrol(site, raised))._unsafeUnwrap();
  const lower = await another(site);
  (await verify(site, lower, codes[0]))._unsafeUnwrap();
  expect(await amrOf(site, lower)).toEqual(['mfa/recovery_code', 'password']);
  const mails = site.ports.messenger.sent.length;
  expect((await remove(site, raised))._unsafeUnwrap()).toEqual(recoverySet);
  expect(await amrOf(site, lower)).toEqual(['password']);
  expect(await amrOf(site, raised)).toEqual(['totp', 'password']);
  expect(site.ports.messenger.sent.slice(mails)).toEqual([
    { kind: 'recovery_codes_removed', to: email, language: 'en' },
  ]);
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'factor_change',
    userId: raised.user.id,
    details: { factor_type: 'recovery_code', factor_id: recoverySet.id, change: 'removed' },
  });
  const { recoveryCodes, factors } = await site.ports.factors.stateOf(raised.user.id);
  expect([recoveryCodes, factors.length]).toEqual([undefined, 1]);
  (await enrol(site, raised))._unsafeUnwrap();
  const before = site.ports.messenger.sent.length;
  const bare = { ...raised, user: { ...raised.user, email: undefined } };
  expect((await remove(site, bare)).isOk()).toBe(true);
  expect(site.ports.messenger.sent).toHaveLength(before);
});

test('they go with the last factor that they stand in for, and so does what they raised', async () => {
  const { site, raised, factor } = await secured();
  const other = (await enrolApp(site, raised, 'other'))._unsafeUnwrap().factor;
  await change(site, raised, (state) => ({
    ...state,
    factors: state.factors.map((one) => ({ ...one, status: 'verified' as const })),
  }));
  const codes = (await makeCodes(site, raised))._unsafeUnwrap();
  const lower = await another(site);
  (await verify(site, lower, codes[0]))._unsafeUnwrap();
  await removeFactor(site.ports, { ...asked(raised), factorId: other.id });
  expect(await amrOf(site, lower)).toEqual(['mfa/recovery_code', 'password']);
  await removeFactor(site.ports, { ...asked(raised), factorId: factor.id });
  expect(await amrOf(site, lower)).toEqual(['password']);
});
