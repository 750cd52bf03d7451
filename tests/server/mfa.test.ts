import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  call,
  fromSite,
  getUser,
  newEmail,
  otherPassword,
  refresh,
  signIn,
  signUp,
} from '../support/auth-client.ts';
import {
  answer,
  challenge,
  codeOf,
  enroll,
  newAppUser,
  removeFactor,
  verifyCode,
} from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { newPhone } from '../support/texts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const nobody = '00000000-0000-4000-8000-000000000000';
const told = ({ status, body }: { status: number; body: { error_code?: string } }) => [
  status,
  body.error_code,
];

test('enrolling an app shows picture, secret and address once; the factor waits to be verified', async () => {
  const email = newEmail();
  const { access_token: bearer } = (await signUp(server, email)).body;
  const made = await enroll(server, bearer, { friendly_name: 'My phone', issuer: 'Site' });
  expect(made.status).toBe(200);
  expect(made.headers.get('cache-control')).toBe('no-store');
  const { id, totp } = made.body;
  expect(made.body).toMatchObject({ type: 'totp', friendly_name: 'My phone' });
  expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(decodeURIComponent(totp.uri)).toContain(
    `otpauth://totp/Site:${email}?secret=${totp.secret}`,
  );
  expect(totp.qr_code).toMatch(/^<svg xmlns='/);
  const user = (await getUser(server, bearer)).body;
  expect(user.factors).toEqual([
    {
      id,
      friendly_name: 'My phone',
      factor_type: 'totp',
      status: 'unverified',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_challenged_at: null,
    },
  ]);
  const file = readFileSync(server.config.sqlitePath).toString('latin1');
  const log = readFileSync(`${server.config.sqlitePath}-wal`).toString('latin1');
  expect(file.includes(totp.secret) || log.includes(totp.secret)).toBe(false);
});

test('a right code raises the same session, kills its old refresh token and ends the others below', async () => {
  const email = newEmail();
  const first = (await signUp(server, email)).body;
  const other = (await signIn(server, email)).body;
  const { id, totp } = (await enroll(server, first.access_token)).body;
  const asked = await challenge(server, first.access_token, id);
  expect(asked.body).toEqual({
    id: expect.any(String),
    type: 'totp',
    expires_at: expect.any(Number),
  });
  expect(asked.body.expires_at - Date.now() / 1000).toBeGreaterThan(290);
  const body = { challenge_id: asked.body.id, code: codeOf(totp.secret) };
  const raised = await answer(server, first.access_token, id, body);
  expect(raised.status).toBe(200);
  expect(raised.body.user.factors).toMatchObject([{ id, status: 'verified' }]);
  const before = decodeJwt(first.access_token);
  const after = decodeJwt(raised.body.access_token);
  expect(after.session_id).toBe(before.session_id);
  expect([before.aal, after.aal]).toEqual(['aal1', 'aal2']);
  expect(after.amr).toEqual([
    { method: 'totp', timestamp: expect.any(Number) },
    { method: 'password', timestamp: expect.any(Number) },
  ]);
  expect(told(await refresh(server, first.refresh_token))).toEqual([
    400,
    'refresh_token_not_found',
  ]);
  const renewed = await refresh(server, raised.body.refresh_token);
  expect(decodeJwt(renewed.body.access_token)).toMatchObject({ aal: 'aal2', amr: after.amr });
  expect(renewed.body.user.factors).toHaveLength(1);
  expect(told(await getUser(server, other.access_token))).toEqual([403, 'session_not_found']);
  const mails = await server.outbox(email);
  expect(mails.at(-1)?.subject).toBe('Tweestapsverificatie staat aan');
});

test('signing in, a link and a refresh give one factor until a code is typed', async () => {
  const { email, factorId, secret } = await newAppUser(server);
  const session = (await signIn(server, email)).body;
  expect(decodeJwt(session.access_token).aal).toBe('aal1');
  expect(session.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
  const renewed = (await refresh(server, session.refresh_token)).body;
  expect(decodeJwt(renewed.access_token).aal).toBe('aal1');
  await call(server, 'POST', '/auth/v1/recover', { body: { email } });
  const link = (await server.outbox(email)).at(-1)?.link;
  const recovered = await call(server, 'POST', '/auth/v1/verify', {
    body: { type: 'recovery', token_hash: link?.searchParams.get('token') },
  });
  expect(decodeJwt(recovered.body.access_token).aal).toBe('aal1');
  const bearer = recovered.body.access_token;
  const change = () =>
    call(server, 'PUT', '/auth/v1/user', { bearer, body: { password: otherPassword } });
  expect(told(await change())).toEqual([401, 'insufficient_aal']);
  const raised = await verifyCode(server, bearer, factorId, codeOf(secret));
  const changed = await call(server, 'PUT', '/auth/v1/user', {
    bearer: raised.body.access_token,
    body: { password: otherPassword },
  });
  expect(changed.status).toBe(200);
});

test('with one factor only, a user of two enrols, removes and changes nothing', async () => {
  const { email, factorId, session } = await newAppUser(server);
  const { access_token: bearer } = (await signIn(server, email)).body;
  expect(told(await enroll(server, bearer, { friendly_name: 'mine' }))).toEqual([
    403,
    'insufficient_aal',
  ]);
  expect(told(await removeFactor(server, bearer, factorId))).toEqual([422, 'insufficient_aal']);
  for (const change of [
    { email: newEmail() },
    { phone: '32470999111' },
    { password: otherPassword },
  ]) {
    const refused = await call(server, 'PUT', '/auth/v1/user', { bearer, body: change });
    expect(told(refused)).toEqual([401, 'insufficient_aal']);
  }
  const user = (await getUser(server, session.access_token)).body;
  expect([user.email, user.phone, user.new_email, user.factors.length]).toEqual([
    email,
    '',
    undefined,
    1,
  ]);
});

test('removing a factor lowers the sessions it raised, and the owner hears of it', async () => {
  const { email, factorId, session } = await newAppUser(server);
  const bearer = session.access_token;
  const removed = await removeFactor(server, bearer, factorId);
  expect([removed.status, removed.body]).toEqual([200, { id: factorId }]);
  const renewed = (await refresh(server, session.refresh_token)).body;
  expect(decodeJwt(renewed.access_token)).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
  expect(renewed.user).not.toHaveProperty('factors');
  expect((await server.outbox(email)).at(-1)?.subject).toBe('Een tweede stap is verwijderd');
  expect(told(await removeFactor(server, bearer, factorId))).toEqual([404, 'mfa_factor_not_found']);
});

test('of ten answers with one code at the same time one succeeds, over one challenge or over ten', async () => {
  const { email, factorId, secret } = await newAppUser(server);
  const { access_token: bearer } = (await signIn(server, email)).body;
  const asked = await challenge(server, bearer, factorId);
  const body = { challenge_id: asked.body.id, code: codeOf(secret) };
  const one = await Promise.all(
    Array.from({ length: 10 }, () => answer(server, bearer, factorId, body)),
  );
  expect(one.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const late of one.filter(({ status }) => status !== 200)) {
    expect(told(late)).toEqual([422, 'mfa_ip_address_mismatch']);
  }
  const challenges = await Promise.all(
    Array.from({ length: 10 }, () => challenge(server, bearer, factorId)),
  );
  const many = await Promise.all(
    challenges.map(({ body: { id } }) =>
      answer(server, bearer, factorId, { challenge_id: id, code: codeOf(secret, 1) }),
    ),
  );
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a code counts once, in a new challenge too', async () => {
  const { session, factorId, usedCode } = await newAppUser(server);
  const again = await verifyCode(server, session.access_token, factorId, usedCode);
  expect(told(again)).toEqual([422, 'mfa_verification_failed']);
  expect(again.body.msg).toBe('Invalid TOTP code entered');
});

test('a challenge takes five wrong codes, a user fifteen, over all challenges and sessions', async () => {
  const { email, factorId, secret, session } = await newAppUser(server);
  const bearers = [session.access_token, (await signIn(server, email)).body.access_token];
  const asked = await challenge(server, session.access_token, factorId);
  const guess = (code: string) =>
    answer(server, session.access_token, factorId, { challenge_id: asked.body.id, code });
  for (let i = 0; i < 5; i += 1) {
    expect(told(await guess('abcdef'))).toEqual([422, 'mfa_verification_failed']);
  }
  expect(told(await guess(codeOf(secret)))).toEqual([422, 'mfa_challenge_expired']);
  const statuses: number[] = [];
  for (let i = 0; i < 25; i += 1) {
    statuses.push((await verifyCode(server, bearers[i % 2] ?? '', factorId, 'abcdef')).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), ...Array<number>(15).fill(429)]);
  const fresh = (await signIn(server, email)).body.access_token;
  const right = await verifyCode(server, fresh, factorId, codeOf(secret));
  expect(told(right)).toEqual([429, 'over_request_rate_limit']);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('factors and challenges of somebody else, of another factor or session are not there', async () => {
  const mine = await newAppUser(server);
  const theirs = await newAppUser(server);
  const bearer = mine.session.access_token;
  const notFound = [404, 'mfa_factor_not_found'];
  expect(told(await challenge(server, bearer, theirs.factorId))).toEqual(notFound);
  expect(told(await challenge(server, bearer, nobody))).toEqual(notFound);
  expect(told(await removeFactor(server, bearer, theirs.factorId))).toEqual(notFound);
  const asked = await challenge(server, theirs.session.access_token, theirs.factorId);
  const body = { challenge_id: asked.body.id, code: codeOf(theirs.secret) };
  expect(told(await answer(server, bearer, theirs.factorId, body))).toEqual(notFound);
  const wrongFactor = await answer(server, bearer, mine.factorId, {
    ...body,
    code: codeOf(mine.secret),
  });
  expect(told(wrongFactor)).toEqual([422, 'mfa_factor_not_found']);
  const session = (await signIn(server, theirs.email)).body.access_token;
  expect(told(await answer(server, session, theirs.factorId, body))).toEqual([
    422,
    'mfa_factor_not_found',
  ]);
  expect((await answer(server, theirs.session.access_token, theirs.factorId, body)).status).toBe(
    200,
  );
});

test('what is no factor, no challenge or no code is told as such', async () => {
  const { session, factorId } = await newAppUser(server);
  const bearer = session.access_token;
  expect(told(await enroll(server, bearer, { factor_type: 'fax' }))).toEqual([
    400,
    'validation_failed',
  ]);
  expect(told(await enroll(server, bearer, { factor_type: 'phone' }))).toEqual([
    400,
    'validation_failed',
  ]);
  const phone = { factor_type: 'phone', phone: 'abc', friendly_name: 'p' };
  expect(told(await enroll(server, bearer, phone))).toEqual([400, 'validation_failed']);
  expect(told(await challenge(server, bearer, 'x'))).toEqual([404, 'validation_failed']);
  expect(told(await removeFactor(server, bearer, 'x'))).toEqual([404, 'validation_failed']);
  const { id } = (await challenge(server, bearer, factorId)).body;
  expect(told(await answer(server, bearer, factorId, { challenge_id: id, code: '' }))).toEqual([
    400,
    'validation_failed',
  ]);
  expect(
    told(await answer(server, bearer, factorId, { challenge_id: 'x', code: '123456' })),
  ).toEqual([422, 'mfa_factor_not_found']);
  const anonymous = await call(server, 'POST', '/auth/v1/factors', {
    body: { factor_type: 'totp' },
  });
  expect(told(anonymous)).toEqual([401, 'no_authorization']);
});

test('names: an unverified factor gives way to one of the same name, a verified one does not', async () => {
  const { access_token: bearer } = (await signUp(server, newEmail())).body;
  const first = (await enroll(server, bearer)).body;
  const second = (await enroll(server, bearer)).body;
  const factors = (await getUser(server, bearer)).body.factors;
  expect(factors.map(({ id }: { id: string }) => id)).toEqual([second.id]);
  expect(told(await challenge(server, bearer, first.id))).toEqual([404, 'mfa_factor_not_found']);
  const raised = await verifyCode(server, bearer, second.id, codeOf(second.totp.secret));
  const conflict = await enroll(server, raised.body.access_token);
  expect(told(conflict)).toEqual([422, 'mfa_factor_name_conflict']);
});

test('ten factors are the most', async () => {
  const { access_token: bearer } = (await signUp(server, newEmail())).body;
  for (let i = 0; i < 10; i += 1) {
    expect((await enroll(server, bearer, { friendly_name: `f${i}` })).status).toBe(200);
  }
  const more = await enroll(server, bearer, { friendly_name: 'one more' });
  expect(told(more)).toEqual([422, 'too_many_enrolled_mfa_factors']);
});

test('on a page of the site the raised session comes in new cookies and without tokens', async () => {
  const { email, factorId, secret } = await newAppUser(server);
  const signedIn = await signIn(server, email, undefined, fromSite);
  const { cookies } = signedIn;
  const path = `/auth/v1/factors/${factorId}`;
  const foreign = await call(server, 'POST', `${path}/challenge`, { cookies, body: {} });
  expect(told(foreign)).toEqual([403, 'cross_site_request']);
  const asked = await call(server, 'POST', `${path}/challenge`, {
    cookies,
    headers: fromSite,
    body: {},
  });
  const body = { challenge_id: asked.body.id, code: codeOf(secret) };
  const raised = await call(server, 'POST', `${path}/verify`, { cookies, headers: fromSite, body });
  expect(raised.status).toBe(200);
  expect(raised.text).not.toMatch(/access_token|refresh_token/);
  expect(raised.body.user.factors).toHaveLength(1);
  expect(raised.cookies.get('cs-refresh')).not.toBe(cookies.get('cs-refresh'));
  expect(decodeJwt(raised.cookies.get('cs-access') ?? '').aal).toBe('aal2');
  expect((await call(server, 'GET', '/auth/v1/user', { cookies: raised.cookies })).status).toBe(
    200,
  );
});

test('each change of factors and each guess is in the log', async () => {
  const { session, factorId } = await newAppUser(server);
  await verifyCode(server, session.access_token, factorId, 'abcdef');
  await removeFactor(server, session.access_token, factorId);
  // Events share the next commit; this waits for one.
  await server.ports.probe();
  const mine = await server.ports.securityLog.list({ userId: session.user.id, limit: 50 });
  const changes = mine.filter(({ actionType }) => actionType === 'factor_change');
  expect(changes.map(({ details }) => details.change)).toEqual(['removed', 'added', 'enrolled']);
  const guesses = mine.filter(({ details }) => details.reason === 'mfa_verification_failed');
  expect(guesses).toHaveLength(1);
});

test('a challenge is over after its time', async () => {
  const short = await startTestServer({ env: { AUTH_MFA_CHALLENGE_TTL_SECONDS: '1' } });
  try {
    const { session, factorId, secret } = await newAppUser(short);
    const asked = await challenge(short, session.access_token, factorId);
    const body = { challenge_id: asked.body.id, code: codeOf(secret) };
    const { expiresAt } =
      (await short.ports.factors.stateOf(session.user.id)).challenges.at(-1) ?? {};
    await new Promise((resolve) => setTimeout(resolve, (expiresAt ?? 0) - Date.now() + 5));
    const late = await answer(short, session.access_token, factorId, body);
    expect(told(late)).toEqual([422, 'mfa_challenge_expired']);
  } finally {
    await short.stop();
  }
});

test('with one factor only, a user of two unlinks no number', async () => {
  const { email, session } = await newAppUser(server);
  const own = session.access_token;
  const body = { phone: newPhone() };
  const called = await call(server, 'PUT', '/auth/v1/user', { bearer: own, body });
  const identities: readonly { provider: string; identity_id: string }[] = called.body.identities;
  const { identity_id: id } = identities.find(({ provider }) => provider === 'phone') ?? {};
  const unlink = (bearer: string) =>
    call(server, 'DELETE', `/auth/v1/user/identities/${id}`, { bearer });
  const { access_token: thief } = (await signIn(server, email)).body;
  expect(told(await unlink(thief))).toEqual([401, 'insufficient_aal']);
  expect((await getUser(server, own)).body.phone).toBe(body.phone);
  expect((await unlink(own)).status).toBe(200);
});

test('a token from before the second factor gets nothing of what its session has shown since', async () => {
  const { access_token: before } = (await signUp(server, newEmail())).body;
  const { id, totp } = (await enroll(server, before)).body;
  const raised = await verifyCode(server, before, id, codeOf(totp.secret));
  const change = (bearer: string) =>
    call(server, 'PUT', '/auth/v1/user', { bearer, body: { password: otherPassword } });
  expect(told(await change(before))).toEqual([401, 'insufficient_aal']);
  expect((await change(raised.body.access_token)).status).toBe(200);
});
