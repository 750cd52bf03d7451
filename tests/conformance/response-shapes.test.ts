import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail, signIn, signUp } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { advance, claimsOf, member } from './support/client.ts';

const server = await sharedServer();
const pending = await sharedServer({ env: { AUTH_AUTOCONFIRM: 'false' } });

const uuid = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

test('docs/wire.md#2 a session has its tokens, its life and its user', async () => {
  const email = newEmail();
  const { body } = await signUp(server, email);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expect.any(Number),
    refresh_token: expect.stringMatching(/^.{12,}$/),
    user: expect.objectContaining({ email }),
  });
  expect(body.expires_at).toBe(claimsOf(body.access_token).exp);
});

test('docs/wire.md#2 a confirmed user has these fields and no others', async () => {
  const email = newEmail();
  await signUp(server, email, { data: { name: 'An', level: 3 } });
  const { body } = await signIn(server, email);
  expect(body.user).toEqual({
    id: uuid,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    email_confirmed_at: time,
    confirmed_at: time,
    last_sign_in_at: time,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: expect.objectContaining({ name: 'An', level: 3, email_verified: true }),
    identities: [
      {
        identity_id: uuid,
        id: body.user.id,
        user_id: body.user.id,
        identity_data: expect.objectContaining({
          sub: body.user.id,
          email,
          email_verified: expect.any(Boolean),
          phone_verified: false,
        }),
        provider: 'email',
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
        email,
      },
    ],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  });
});

test('docs/wire.md#2 times that have not come are left out, those that have are there', async () => {
  const email = newEmail();
  const { body } = await signUp(pending, email);
  expect(body).toMatchObject({
    id: uuid,
    email,
    confirmation_sent_at: time,
    app_metadata: { provider: 'email' },
  });
  for (const name of [
    'email_confirmed_at',
    'confirmed_at',
    'last_sign_in_at',
    'banned_until',
    'recovery_sent_at',
    'new_email',
    'factors',
    'phone_confirmed_at',
  ]) {
    expect(body).not.toHaveProperty(name);
  }
});

test('docs/wire.md#2 a user whose address is about to change shows the new one', async () => {
  const { auth } = await member(server);
  const target = newEmail();
  const { data } = await auth.updateUser({ email: target });
  expect(data.user).toMatchObject({ new_email: target, email_change_sent_at: time });
});

describe('docs/wire.md#2 the access token', () => {
  test('has the claims of the wire, and strings where clients expect strings', async () => {
    const { session } = await member(server);
    const [head = ''] = session.access_token.split('.');
    const claims = claimsOf(session.access_token);
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
      alg: 'ES256',
      kid: expect.any(String),
      typ: 'JWT',
    });
    expect(claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: session.user.id,
      aud: 'authenticated',
      email: session.user.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: expect.any(Object),
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: uuid,
      is_anonymous: false,
    });
    expect(claims.exp - claims.iat).toBe(3600);
    expect(Number.isInteger(claims.amr[0]?.timestamp)).toBe(true);
  });

  test('is signed by the published key of its kid', async () => {
    const { session } = await member(server);
    const [head = '', body = '', signature = ''] = session.access_token.split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
    const { body: jwks } = await call(server, 'GET', '/auth/v1/.well-known/jwks.json');
    const jwk = jwks.keys.find((key: { kid: string }) => key.kid === kid);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isRight = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isRight).toBe(true);
  });

  test('is read by getClaims without asking the server for the user', async () => {
    const { auth, session } = await member(server);
    const { data, error } = await auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({ sub: session.user.id, aal: 'aal1' });
    expect(data?.header.alg).toBe('ES256');
  });

  test('names the authentication method once, however often the session is refreshed', async () => {
    const { auth } = await member(server);
    advance(server, 5000);
    const { data } = await auth.refreshSession();
    const claims = claimsOf(data.session?.access_token ?? '');
    expect(claims.amr).toHaveLength(1);
    expect(claims.amr[0]?.method).toBe('password');
  });
});

test('docs/wire.md#2 an anonymous user', async () => {
  const open = await startTestServer({ env: { AUTH_ANONYMOUS: 'on' } });
  const { body } = await call(open, 'POST', '/auth/v1/signup', { body: { data: { a: 1 } } });
  expect(body.user).toMatchObject({
    is_anonymous: true,
    email: '',
    phone: '',
    user_metadata: { a: 1 },
  });
  const claims = claimsOf(body.access_token);
  expect(claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] });
  await open.stop();
});

test('docs/wire.md#2 a password that today’s rules call weak still signs in, and says so', async () => {
  const email = newEmail();
  const { body } = await signUp(server, email);
  const passwordHash = (await server.ports.passwords.hash('zwak'))._unsafeUnwrap();
  await server.ports.users.change(body.user.id, (user) => ({ ...user, passwordHash }));
  const response = await signIn(server, email, 'zwak');
  expect(response.status).toBe(200);
  expect(response.body.weak_password).toEqual({
    message: expect.any(String),
    reasons: expect.arrayContaining(['length']),
  });
  expect(
    (await signUp(server, newEmail(), { password: goodPassword })).body.weak_password,
  ).toBeUndefined();
});
