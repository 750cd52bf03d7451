import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { otherCode } from '../conformance/support/client.ts';
import {
  call,
  fromSite,
  getUser,
  newEmail,
  otherPassword,
  signIn,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import { committed } from '../support/committed.ts';
import {
  challenge,
  codeOf,
  enroll,
  newAppUser,
  removeFactor,
  verifyCode,
  verifyFactor,
} from '../support/second-factor.ts';
import { sharedServer } from '../support/shared-server.ts';
import { newPhone } from '../support/texts.ts';

const server = await sharedServer();

const nobody = '00000000-0000-4000-8000-000000000000';

test('MF-3 a challenge takes five wrong codes, a user fifteen, over all challenges and six sessions', async () => {
  const { email, factorId, secret, session } = await newAppUser(server);
  const wrong = otherCode(codeOf(secret));
  const bearers = [session.access_token];
  for (let i = 0; i < 5; i += 1) bearers.push((await signIn(server, email)).body.access_token);
  const asked = await challenge(server, session.access_token, factorId);
  const guess = (code: string) =>
    verifyFactor(server, session.access_token, factorId, { challenge_id: asked.body.id, code });
  for (let i = 0; i < 5; i += 1) {
    expect(statusAndCode(await guess(wrong))).toEqual([422, 'mfa_verification_failed']);
  }
  expect(statusAndCode(await guess(codeOf(secret)))).toEqual([422, 'mfa_challenge_expired']);
  const statuses: number[] = [];
  for (let i = 0; i < 25; i += 1) {
    statuses.push((await verifyCode(server, bearers[i % 6] ?? '', factorId, wrong)).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), ...Array<number>(15).fill(429)]);
  const fresh = (await signIn(server, email)).body.access_token;
  const right = await verifyCode(server, fresh, factorId, codeOf(secret));
  expect(statusAndCode(right)).toEqual([429, 'over_request_rate_limit']);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('MF-4 factors and challenges of somebody else, of another factor or session are not there', async () => {
  const mine = await newAppUser(server);
  const theirs = await newAppUser(server);
  const bearer = mine.session.access_token;
  const notFound = [404, 'mfa_factor_not_found'];
  expect(statusAndCode(await challenge(server, bearer, theirs.factorId))).toEqual(notFound);
  expect(statusAndCode(await challenge(server, bearer, nobody))).toEqual(notFound);
  expect(statusAndCode(await removeFactor(server, bearer, theirs.factorId))).toEqual(notFound);
  const asked = await challenge(server, theirs.session.access_token, theirs.factorId);
  const body = { challenge_id: asked.body.id, code: codeOf(theirs.secret) };
  expect(statusAndCode(await verifyFactor(server, bearer, theirs.factorId, body))).toEqual(
    notFound,
  );
  const wrongFactor = await verifyFactor(server, bearer, mine.factorId, {
    ...body,
    code: codeOf(mine.secret),
  });
  expect(statusAndCode(wrongFactor)).toEqual([422, 'mfa_factor_not_found']);
  const session = (await signIn(server, theirs.email)).body.access_token;
  expect(statusAndCode(await verifyFactor(server, session, theirs.factorId, body))).toEqual([
    422,
    'mfa_factor_not_found',
  ]);
  expect(
    (await verifyFactor(server, theirs.session.access_token, theirs.factorId, body)).status,
  ).toBe(200);
});

test('malformed factors, challenges and codes are rejected by kind', async () => {
  const { session, factorId } = await newAppUser(server);
  const bearer = session.access_token;
  expect(statusAndCode(await enroll(server, bearer, { factor_type: 'fax' }))).toEqual([
    400,
    'validation_failed',
  ]);
  expect(statusAndCode(await enroll(server, bearer, { factor_type: 'phone' }))).toEqual([
    400,
    'validation_failed',
  ]);
  const phone = { factor_type: 'phone', phone: 'abc', friendly_name: 'p' };
  expect(statusAndCode(await enroll(server, bearer, phone))).toEqual([400, 'validation_failed']);
  expect(statusAndCode(await challenge(server, bearer, 'x'))).toEqual([404, 'validation_failed']);
  expect(statusAndCode(await removeFactor(server, bearer, 'x'))).toEqual([
    404,
    'validation_failed',
  ]);
  const { id } = (await challenge(server, bearer, factorId)).body;
  expect(
    statusAndCode(await verifyFactor(server, bearer, factorId, { challenge_id: id, code: '' })),
  ).toEqual([400, 'validation_failed']);
  expect(
    statusAndCode(
      await verifyFactor(server, bearer, factorId, { challenge_id: 'x', code: '123456' }),
    ),
  ).toEqual([422, 'mfa_factor_not_found']);
  const anonymous = await call(server, 'POST', '/auth/v1/factors', {
    body: { factor_type: 'totp' },
  });
  expect(statusAndCode(anonymous)).toEqual([401, 'no_authorization']);
});

test('on a page of the site the raised session comes in new cookies and without tokens', async () => {
  const { email, factorId, secret } = await newAppUser(server);
  const signedIn = await signIn(server, email, undefined, fromSite);
  const { cookies } = signedIn;
  const path = `/auth/v1/factors/${factorId}`;
  const foreign = await call(server, 'POST', `${path}/challenge`, { cookies, body: {} });
  expect(statusAndCode(foreign)).toEqual([403, 'cross_site_request']);
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
  await committed(server);
  const mine = await server.ports.securityLog.list({ userId: session.user.id, limit: 50 });
  const changes = mine.filter(({ actionType }) => actionType === 'factor_change');
  expect(changes.map(({ details }) => details.change)).toEqual(['removed', 'added', 'enrolled']);
  const guesses = mine.filter(({ details }) => details.reason === 'mfa_verification_failed');
  expect(guesses).toHaveLength(1);
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
  expect(statusAndCode(await unlink(thief))).toEqual([401, 'insufficient_aal']);
  expect((await getUser(server, own)).body.phone).toBe(body.phone);
  expect((await unlink(own)).status).toBe(200);
});

test('a token from before the second factor gets nothing of what its session has shown since', async () => {
  const { access_token: before } = (await signUp(server, newEmail())).body;
  const { id, totp } = (await enroll(server, before)).body;
  const raised = await verifyCode(server, before, id, codeOf(totp.secret));
  const change = (bearer: string) =>
    call(server, 'PUT', '/auth/v1/user', { bearer, body: { password: otherPassword } });
  expect(statusAndCode(await change(before))).toEqual([401, 'insufficient_aal']);
  expect((await change(raised.body.access_token)).status).toBe(200);
});
