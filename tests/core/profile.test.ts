import {
  closeAccount,
  reauthenticate,
  startLink,
  unlinkIdentity,
  updateUser,
} from '@coachsite/core/profile';
import { refreshSession } from '@coachsite/core/session';
import {
  resend,
  resendSms,
  signUpAnonymously,
  signUpByPhone,
  verify,
} from '@coachsite/core/sign-in';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, password, settings } from './support/member-site.ts';

type Site = ReturnType<typeof memberSite>;
type Change = Parameters<typeof updateUser>[2]['change'];
type Current = Awaited<ReturnType<Site['member']>>;

const email = 'ann@example.com';
const other = 'bo@example.com';
const update = (site: Site, current: Current, change: Change, some = settings) =>
  updateUser(site.ports, some, { ...current, change, link, context });

test('a new password ends the other sessions and is announced', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const { granted } = (await site.signIn(email))._unsafeUnwrap();
  (await update(site, current, { password: 'Another-1!duin' }))._unsafeUnwrap();
  expect(site.mailTo(email)).toMatchObject({ kind: 'password_changed', providers: [] });
  const refreshed = await refreshSession(site.ports, settings, {
    token: granted.refreshToken,
    context,
  });
  expect(refreshed._unsafeUnwrapErr()).toEqual({ kind: 'session_not_found' });
  expect(await site.ports.sessions.byId(current.session.id)).toBeDefined();
  expect((await site.signIn(email)).isErr()).toBe(true);
  expect((await site.signIn(email, 'Another-1!duin')).isOk()).toBe(true);
});

test('a change that is under way when a new password ends the session is not made; of one session both are', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const thief = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
  (await update(site, current, { password: 'Another-1!duin' }))._unsafeUnwrap();
  for (const change of [{ password: 'Thief-2!zandweg' }, { data: { name: 'Thief' } }]) {
    const late = await update(site, thief, change);
    expect(late._unsafeUnwrapErr().kind).toBe('session_not_found');
  }
  // As the same session saw the account before.
  (await update(site, current, { data: { name: 'Ann' } }))._unsafeUnwrap();
  expect((await site.userOf(email))?.metadata).toMatchObject({ name: 'Ann' });
  expect((await site.signIn(email, 'Another-1!duin')).isOk()).toBe(true);
});

test('every hash is queued for the client that asks for it, so that clients can take turns', async () => {
  const site = memberSite();
  const { passwords } = site.ports;
  const { hash, verify: compare } = passwords;
  const clients: (string | undefined)[] = [];
  Object.assign(passwords, {
    hash: (...given: Parameters<typeof hash>) => {
      clients.push(given[1]);
      return hash(...given);
    },
    verify: (...given: Parameters<typeof compare>) => {
      clients.push(given[2]);
      return compare(...given);
    },
  });
  const current = await site.member(email);
  await site.signIn('nobody@example.com');
  (await update(site, current, { password: 'Another-1!duin' }))._unsafeUnwrap();
  const request = {
    ...current,
    password: 'wrong',
    nonce: undefined,
    language: 'nl',
    context,
  } as const;
  expect((await closeAccount(site.ports, settings, request)).isErr()).toBe(true);
  expect(clients.length).toBeGreaterThanOrEqual(6);
  expect(new Set(clients)).toEqual(new Set([context.ip]));
});

test('the password of before, a weak one, and too many new ones are rejected', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const kindOf = async (given: string) => {
    const changed = await update(site, current, { password: given });
    return changed.isErr() ? changed.error.kind : 'changed';
  };
  expect(await kindOf('short')).toBe('weak_password');
  for (let i = 0; i < 10; i += 1) expect(await kindOf(password)).toBe('same_password');
  expect(await kindOf('Another-1!duin')).toBe('over_request_rate_limit');
});

test('an older session needs proof for a new password; wrong nonces lock the account', async () => {
  const site = memberSite();
  const current = await site.member(email);
  site.clock.advance(settings.reauthAfterMs);
  const change = (nonce?: string) =>
    update(site, current, { password: 'Another-1!duin', nonce }).then((changed) =>
      changed.isErr() ? changed.error.kind : 'changed',
    );
  expect(await change()).toBe('current_password_required');
  expect(await change('000000')).toBe('reauthentication_not_valid');
  const ask = () =>
    reauthenticate(site.ports, settings, { user: current.user, language: 'nl', context });
  (await ask())._unsafeUnwrap();
  expect((await ask())._unsafeUnwrapErr().kind).toBe('over_email_send_rate_limit');
  const code = site.codeTo(email);
  const wrong = code === '000000' ? '111111' : '000000';
  expect(await change(wrong)).toBe('reauthentication_not_valid');
  expect(await change(code)).toBe('changed');
  expect(await change(code)).toBe('reauthentication_not_valid');
  site.clock.advance(settings.emailIntervalMs);
  (await ask())._unsafeUnwrap();
  for (let i = 0; i < 5; i += 1) await change(wrong === site.codeTo(email) ? '222222' : wrong);
  expect((await site.signIn(email, 'Another-1!duin'))._unsafeUnwrapErr().kind).toBe(
    'account_locked',
  );
});

test('a new address takes effect once both addresses confirmed it, in either order', async () => {
  for (const order of [
    [email, other],
    [other, email],
  ] as const) {
    const site = memberSite();
    const current = await site.member(email);
    site.clock.advance(settings.emailIntervalMs);
    (await update(site, current, { email: other }))._unsafeUnwrap();
    const [first, second] = order;
    expect((await site.follow(first))._unsafeUnwrap().kind).toBe('half_confirmed');
    expect((await site.userOf(email))?.newEmail).toBe(other);
    expect((await site.follow(second))._unsafeUnwrap()).toMatchObject({
      kind: 'user',
      user: { email: other, newEmail: undefined },
    });
    expect(site.ports.messenger.sent.at(-1)).toMatchObject({ kind: 'email_changed', to: email });
    expect((await site.signIn(other)).isOk()).toBe(true);
  }
});

test('a link for an address that was changed again is void, and a pending change is mailed again', async () => {
  const site = memberSite();
  const current = await site.member(email);
  site.clock.advance(settings.emailIntervalMs);
  await update(site, current, { email: other });
  const { token, type } = site.linkTo(other);
  (await update(site, current, { email: 'cas@example.com' }))._unsafeUnwrap();
  const followed = await verify(site.ports, settings, { type, linkToken: token, context });
  expect(followed.isErr()).toBe(true);
  site.clock.advance(settings.emailIntervalMs);
  await resend(site.ports, settings, { type: 'email_change', email, link, context });
  expect(
    site.ports.messenger.sent
      .slice(-2)
      .map(({ to }) => to)
      .sort(),
  ).toEqual([email, 'cas@example.com']);
});

test('a pending change is sent again after the interval only, also when the current address or number asks', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const [phone, newPhone] = [phoneOf('32470111222'), phoneOf('32470333444')];
  await site.ports.users.change(current.user.id, (user) => ({ ...user, phone }));
  site.clock.advance(settings.emailIntervalMs);
  (await update(site, current, { email: other, phone: newPhone }))._unsafeUnwrap();
  const { messenger, phoneMessenger } = site.ports;
  const sent = () => [messenger.sent.length, phoneMessenger.sent.length];
  const [mails = 0, texts = 0] = sent();
  const askAgain = async () => {
    await resend(site.ports, settings, { type: 'email_change', email, link, context });
    await resendSms(site.ports, settings, { type: 'phone_change', phone, language: 'nl', context });
  };
  await askAgain();
  expect(sent()).toEqual([mails, texts]);
  site.clock.advance(settings.emailIntervalMs);
  await askAgain();
  expect(sent()).toEqual([mails + 2, texts + 1]);
  expect(phoneMessenger.sent.at(-1)?.to).toBe(newPhone);
  await askAgain();
  expect(sent()).toEqual([mails + 2, texts + 1]);
});

test('a taken, malformed or too soon changed address or number is rejected', async () => {
  const site = memberSite();
  await site.member(other);
  const current = await site.member(email);
  const kindOf = async (change: Change) => {
    const changed = await update(site, current, change);
    return changed.isErr() ? changed.error.kind : 'changed';
  };
  expect(await kindOf({ email: other })).toBe('email_exists');
  expect(await kindOf({ email: 'x' })).toBe('invalid_email');
  expect(await kindOf({ email })).toBe('changed');
  expect(await kindOf({ email: 'cas@example.com' })).toBe('changed');
  expect(await kindOf({ email: 'cas@example.com' })).toBe('over_email_send_rate_limit');
  expect(await kindOf({ phone: 'x' })).toBe('invalid_phone');
  expect(await kindOf({ phone: '+32470111222' })).toBe('changed');
  expect(await kindOf({ phone: '+32470111222' })).toBe('over_sms_send_rate_limit');
  expect(await kindOf({ data: { x: 'x'.repeat(20_000) } })).toBe('metadata_too_large');
});

test('a number of old that no numbering plan knows is no change of the account that has it, and nobody else gets it', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const ofOld = phoneOf('320470123456');
  const user = { ...current.user, phone: ofOld };
  (await site.ports.users.change(user.id, () => user))._unsafeUnwrap();
  const kept = await update(site, { ...current, user }, { phone: `+${ofOld}` });
  expect(kept._unsafeUnwrap()).toMatchObject({ phone: ofOld, newPhone: undefined });
  const bo = await site.member(other);
  for (const phone of [ofOld, 'x'])
    expect((await update(site, bo, { phone }))._unsafeUnwrapErr()).toEqual({
      kind: 'invalid_phone',
    });
  expect(site.ports.phoneMessenger.sent).toEqual([]);
});

test('a new number takes effect with its code', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const phone = '32470111222';
  (await update(site, current, { phone }))._unsafeUnwrap();
  expect((await site.userOf(email))?.newPhone).toBe(phone);
  site.clock.advance(settings.smsIntervalMs);
  await resendSms(site.ports, settings, { type: 'phone_change', phone, language: 'nl', context });
  expect(site.ports.phoneMessenger.sent).toHaveLength(2);
  const code = site.ports.phoneMessenger.sent.at(-1)?.code ?? '';
  const proof = { type: 'phone_change', recipient: phone, code, context } as const;
  expect((await verify(site.ports, settings, proof))._unsafeUnwrap()).toMatchObject({
    user: { phone, newPhone: undefined },
  });
  expect(site.mailTo(email)?.kind).toBe('phone_changed');
});

test('a number that was taken meanwhile, and one whose message cannot be sent, are errors', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const phone = '32470111222';
  await update(site, current, { phone });
  const open = { ...settings, autoconfirm: true };
  await signUpByPhone(site.ports, open, { phone, password, data: {}, language: 'nl', context });
  const code = site.ports.phoneMessenger.sent.at(-1)?.code ?? '';
  const proof = { type: 'phone_change', recipient: phone, code, context } as const;
  expect((await verify(site.ports, settings, proof))._unsafeUnwrapErr()).toEqual({
    kind: 'phone_exists',
  });
  site.state.smsUp = false;
  const changed = await update(site, current, { phone: '32470333444' });
  expect(changed._unsafeUnwrapErr().kind).toBe('sms_send_failed');
});

test('an anonymous visitor becomes a member by an address, at once with autoconfirm', async () => {
  const site = memberSite();
  const open = { ...settings, autoconfirm: true };
  const granted = (
    await signUpAnonymously(site.ports, open, { data: {}, context })
  )._unsafeUnwrap();
  const current = await site.current(granted);
  const changed = await updateUser(site.ports, open, {
    ...current,
    change: { email, password, phone: '32470111222', data: { name: 'Ann', email_verified: true } },
    link,
    context,
  });
  expect(changed._unsafeUnwrap()).toMatchObject({
    email,
    isAnonymous: false,
    phone: '32470111222',
    metadata: { name: 'Ann' },
  });
  expect((await site.signIn(email)).isOk()).toBe(true);
});

test('settings that do not name autoconfirm are without it', async () => {
  const site = memberSite();
  const { autoconfirm: _, ...some } = settings;
  const anonymous = await signUpAnonymously(site.ports, some, { data: {}, context });
  const current = await site.current(anonymous._unsafeUnwrap());
  const change = { email, phone: '32470111222' };
  const changed = await updateUser(site.ports, some, { ...current, change, link, context });
  expect(changed._unsafeUnwrap()).toMatchObject({
    email: undefined,
    newEmail: email,
    phone: undefined,
    newPhone: '32470111222',
    isAnonymous: true,
  });
});

test('an account without an address gets its nonce by text message, and one without either gets none', async () => {
  const site = memberSite();
  const open = { ...settings, autoconfirm: true };
  const phone = '32470123456';
  await signUpByPhone(site.ports, open, { phone, password, data: {}, language: 'nl', context });
  const user = await site.ports.users.byPhone(phoneOf(phone));
  if (!user) throw new Error('no account');
  const ask = (of: typeof user) =>
    reauthenticate(site.ports, settings, { user: of, language: 'nl', context });
  (await ask(user))._unsafeUnwrap();
  expect(site.ports.phoneMessenger.sent.at(-1)).toMatchObject({ kind: 'reauthentication' });
  expect((await ask(user))._unsafeUnwrapErr().kind).toBe('over_sms_send_rate_limit');
  const kinds = [
    { ...user, phoneConfirmedAt: undefined },
    { ...user, phone: undefined },
    { ...user, email: emailOf(email), emailConfirmedAt: undefined },
  ].map(async (each) => (await ask(each))._unsafeUnwrapErr().kind);
  expect(await Promise.all(kinds)).toEqual([
    'phone_not_confirmed',
    'no_address',
    'email_not_confirmed',
  ]);
});

test('a member closes the account with the password or a code', async () => {
  const site = memberSite();
  const close = (current: Current, proof: { password?: string; nonce?: string }) =>
    closeAccount(site.ports, settings, {
      ...current,
      password: proof.password,
      nonce: proof.nonce,
      language: 'nl',
      context,
    }).then((closed) => (closed.isErr() ? closed.error.kind : 'closed'));
  const ann = await site.member(email);
  expect(await close(ann, {})).toBe('reauthentication_needed');
  expect(await close(ann, { password: 'wrong' })).toBe('invalid_credentials');
  site.state.hasherFull = true;
  expect(await close(ann, { password })).toBe('overloaded');
  site.state.hasherFull = false;
  expect(await close(ann, { password })).toBe('closed');
  expect(await site.userOf(email)).toBeUndefined();
  expect(site.mailTo(email)?.kind).toBe('account_deleted');
  const bo = await site.member(other);
  await reauthenticate(site.ports, settings, { user: bo.user, language: 'nl', context });
  expect(await close(bo, { nonce: site.codeTo(other) })).toBe('closed');
  const cas = await site.member('cas@example.com');
  await site.ports.roles.grant(cas.user.id, 'admin', 1);
  expect(await close(cas, { password })).toBe('last_admin');
  for (let i = 0; i < 5; i += 1) await close(cas, { password: 'wrong' });
  expect(await close(cas, { password })).toBe('account_locked');
});

test('identities are linked and unlinked, never the last one', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const start = {
    ...current,
    provider: 'partner',
    redirectTo: link.redirectTo,
    challenge: undefined,
    scopes: '',
    query: {},
    browserSecret: 'secret',
  };
  expect((await startLink(site.ports, settings, start))._unsafeUnwrap()).toContain('state=');
  const sso = {
    ...current.user,
    identities: current.user.identities.map((each) => ({ ...each, provider: 'sso:1' })),
  };
  expect(
    (await startLink(site.ports, settings, { ...start, user: sso }))._unsafeUnwrapErr().kind,
  ).toBe('user_sso_managed');
  const unlink = (user: Current['user'], identityId: string) =>
    unlinkIdentity(site.ports, {
      user,
      session: current.session,
      identityId,
      language: 'nl',
      context,
    });
  const [own] = current.user.identities;
  expect((await unlink(current.user, 'none'))._unsafeUnwrapErr().kind).toBe('identity_not_found');
  expect((await unlink(current.user, own?.id ?? ''))._unsafeUnwrapErr().kind).toBe(
    'single_identity_not_deletable',
  );
  const proved = { email: 'partner@example.com', email_verified: true };
  const extra = { ...own, id: 'extra', provider: 'partner', subject: '1', data: proved };
  const linked = (
    await site.ports.users.change(current.user.id, (user) => ({
      ...user,
      identities: [...user.identities, extra as (typeof user.identities)[number]],
    }))
  )._unsafeUnwrap();
  if (!linked) throw new Error('no account');
  (await unlink(linked, own?.id ?? ''))._unsafeUnwrap();
  expect(await site.ports.users.byId(current.user.id)).toMatchObject({
    email: 'partner@example.com',
    identities: [{ id: 'extra' }],
  });
  expect(site.mailTo(email)?.kind).toBe('identity_unlinked');
  expect((await unlink(linked, 'extra'))._unsafeUnwrapErr().kind).toBe(
    'single_identity_not_deletable',
  );
});

test('a member of a SAML provider cannot change what it manages', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const identities = current.user.identities.map((each) => ({ ...each, provider: 'sso:1' }));
  const sso = { ...current, user: { ...current.user, identities } };
  expect((await update(site, sso, { email: other }))._unsafeUnwrapErr().kind).toBe(
    'user_sso_managed',
  );
  await site.ports.users.remove(current.user.id);
  expect((await update(site, current, { data: { a: 1 } }))._unsafeUnwrapErr().kind).toBe(
    'user_not_found',
  );
});
