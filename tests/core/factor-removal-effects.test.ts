import { resetFactorsOf } from '@coachsite/core/admins';
import {
  challengeFactor,
  redeemRecoveryCode,
  removeFactor,
  requireSecondFactor,
} from '@coachsite/core/mfa';
import { expect, test } from 'vitest';
import {
  type Current,
  challenge,
  elsewhere,
  email,
  enrolApp,
  enrolPhone,
  enter,
  lastEvent,
  secured,
  use,
} from './support/factors.ts';
import { context, memberSite, settings } from './support/member-site.ts';

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
  ).toEqual({ factors: 2, passkeys: 0 });
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
