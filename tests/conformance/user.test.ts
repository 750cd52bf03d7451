import { describe, expect, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  refresh,
  signIn,
  statusAndCode,
} from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import {
  advance,
  connect,
  hashOf,
  lastLink,
  lastMail,
  member,
  otherCode,
} from './support/client.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

const put = (on: TestServer, bearer: string | undefined, body: object) =>
  call(on, 'PUT', '/auth/v1/user', { bearer, body });

test('docs/wire.md#4.9 GET: the user as the server knows it', async () => {
  const { auth, session } = await member(server);
  const { data, error } = await auth.getUser();
  expect(error).toBeNull();
  expect(data.user?.id).toBe(session.user.id);
  expect((await getUser(server, session.access_token)).headers.get('cache-control')).toBe(
    'no-store',
  );
});

describe('docs/wire.md#4.9 data', () => {
  test('merges key by key, null deletes, and USER_UPDATED is emitted', async () => {
    const { auth, events } = await member(server);
    await auth.updateUser({ data: { a: 1, b: { c: 2 }, d: 'x' } });
    const { data } = await auth.updateUser({
      data: { a: null, b: { e: 3 }, email_verified: false },
    });
    expect(data.user?.user_metadata).toEqual({ b: { e: 3 }, d: 'x', email_verified: true });
    expect(events).toContain('USER_UPDATED');
  });

  test('over 2 KiB: 400 validation_failed, at sign-up alike', async () => {
    const { session } = await member(server);
    const data = { x: 'é'.repeat(1030) };
    const response = await put(server, session.access_token, { data });
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
    const signedUp = await call(server, 'POST', '/auth/v1/signup', {
      body: { email: newEmail(), password: goodPassword, data },
    });
    expect(statusAndCode(signedUp)).toEqual([400, 'validation_failed']);
  });

  test('app_metadata: 403 not_admin; other unknown fields are ignored', async () => {
    const { session } = await member(server);
    const rejected = await put(server, session.access_token, { app_metadata: { role: 'admin' } });
    expect(statusAndCode(rejected)).toEqual([403, 'not_admin']);
    const ignored = await put(server, session.access_token, {
      role: 'admin',
      is_super_admin: true,
      id: 'x',
    });
    expect(ignored.status).toBe(200);
    expect(ignored.body.role).toBe('authenticated');
  });
});

describe('docs/wire.md#4.9 password', () => {
  test('the other sessions end, pending tokens die, the own session stays, and the owner is notified', async () => {
    const { auth, email, session } = await member(server);
    const elsewhere = (await signIn(server, email)).body;
    await call(server, 'POST', '/auth/v1/recover', { body: { email } });
    const pending = await lastMail(server, email);
    const { error } = await auth.updateUser({ password: otherPassword });
    expect(error).toBeNull();
    expect((await getUser(server, session.access_token)).status).toBe(200);
    expect((await refresh(server, session.refresh_token)).status).toBe(200);
    expect((await getUser(server, elsewhere.access_token)).status).toBe(403);
    expect((await refresh(server, elsewhere.refresh_token)).status).toBe(400);
    const late = await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'recovery', token_hash: hashOf(pending) },
    });
    expect(late.body.error_code).toBe('otp_expired');
    expect((await signIn(server, email)).status).toBe(400);
    expect((await signIn(server, email, otherPassword)).status).toBe(200);
    const notice = await lastMail(server, email);
    expect([notice.subject, notice.code]).toEqual(['Je wachtwoord is gewijzigd', undefined]);
  });

  test.each([
    ['the same again', goodPassword, 'same_password'],
    ['a weak one', 'kort', 'weak_password'],
  ])('%s: 422 %s', async (_name, password, code) => {
    const { auth } = await member(server);
    const { error } = await auth.updateUser({ password });
    expect(error).toMatchObject({ status: 422, code });
  });

  test('100 characters count to the last one', async () => {
    const { auth, email } = await member(server);
    const long = `${goodPassword}${'pqrstuvw'.repeat(11)}`.slice(0, 99);
    expect((await auth.updateUser({ password: `${long}1` })).error).toBeNull();
    expect((await signIn(server, email, `${long}2`)).status).toBe(400);
    expect((await signIn(server, email, `${long}1`)).status).toBe(200);
  });

  test('an account without a password gets one, and with it an e-mail identity', async () => {
    const email = newEmail();
    const { auth } = await connect(server);
    await auth.signInWithOtp({ email });
    await auth.verifyOtp({ type: 'magiclink', token_hash: hashOf(await lastLink(server, email)) });
    const { data, error } = await auth.updateUser({ password: goodPassword });
    expect(error).toBeNull();
    expect(data.user?.identities?.map(({ provider }) => provider)).toContain('email');
    expect((await signIn(server, email)).status).toBe(200);
  });

  test('an older session s the mailed nonce: 400 without it, 422 with a wrong one', async () => {
    const strict = await startTestServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });
    const { auth, email, session } = await member(strict);
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull();
    advance(strict, 601_000);
    const without = await auth.updateUser({ password: goodPassword });
    expect(without.error).toMatchObject({ status: 400, code: 'current_password_required' });
    const sentAt = async () =>
      (await getUser(strict, session.access_token)).body.reauthentication_sent_at;
    expect(await sentAt()).toBeUndefined();
    await auth.reauthenticate();
    expect(await sentAt()).toMatch(/^\d{4}-\d\d-\d\dT/);
    const { code, link } = await lastMail(strict, email);
    expect(link).toBeUndefined();
    const wrong = await auth.updateUser({ password: goodPassword, nonce: otherCode(code) });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect(wrong.error?.message).toBe('Nonce has expired or is invalid');
    expect((await auth.updateUser({ password: goodPassword, nonce: code ?? '' })).error).toBeNull();
    const again = await auth.updateUser({ password: otherPassword, nonce: code ?? '' });
    expect(again.error?.code).toBe('reauthentication_not_valid');
    await strict.stop();
  });
});

describe('docs/wire.md#4.9 email', () => {
  test('stays the old one until both addresses have confirmed, also with autoconfirm', async () => {
    const { auth, email, session } = await member(server);
    const target = newEmail();
    const { data } = await auth.updateUser({ email: target });
    expect(data.user).toMatchObject({ email, new_email: target });
    expect(data.user?.email_change_sent_at).toBeDefined();
    const [toOld, toNew] = [await lastMail(server, email), await lastMail(server, target)];
    expect(toOld.code).not.toBe(toNew.code);
    expect(hashOf(toOld)).not.toBe(hashOf(toNew));
    for (const { link } of [toOld, toNew])
      expect(link?.searchParams.get('type')).toBe('email_change');
    // The typed code of the new address, with the old one named: either may stand there.
    await auth.verifyOtp({ type: 'email_change', email: target, token: toNew.code ?? '' });
    expect((await getUser(server, session.access_token)).body.email).toBe(email);
    const done = await auth.verifyOtp({ type: 'email_change', token_hash: hashOf(toOld) });
    expect(done.data.session?.user).toMatchObject({
      email: target,
      identities: [{ identity_data: { email: target } }],
    });
    expect(done.data.session?.user).not.toHaveProperty('new_email');
    expect((await lastMail(server, email)).subject).toBe('Je e-mailadres is gewijzigd');
    expect((await signIn(server, target)).status).toBe(200);
    expect((await signIn(server, email)).status).toBe(400);
  });

  test('a taken address: 422 email_exists', async () => {
    const { email } = await member(server);
    const { auth } = await member(server);
    expect((await auth.updateUser({ email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
  });
});
