import { expect, test } from 'vitest';
import {
  call,
  newEmail,
  otherPassword,
  signIn,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
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
import { otherCode } from './support/client.ts';

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

test('MF-4 factors and challenges of another user, factor or session are not found', async () => {
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

test('malformed ids and codes: 404 or 400 validation_failed', async () => {
  const { session, factorId } = await newAppUser(server);
  const bearer = session.access_token;
  const invalid = 'validation_failed';
  expect(statusAndCode(await challenge(server, bearer, 'x'))).toEqual([404, invalid]);
  expect(statusAndCode(await removeFactor(server, bearer, 'x'))).toEqual([404, invalid]);
  const { id } = (await challenge(server, bearer, factorId)).body;
  const verify = (body: object) => verifyFactor(server, bearer, factorId, body);
  expect(statusAndCode(await verify({ challenge_id: id, code: '' }))).toEqual([400, invalid]);
  expect(statusAndCode(await verify({ challenge_id: 'x', code: '123456' }))).toEqual([
    422,
    'mfa_factor_not_found',
  ]);
});

test('a token issued before the second factor keeps aal1 after its session was raised', async () => {
  const { access_token: before } = (await signUp(server, newEmail())).body;
  const { id, totp } = (await enroll(server, before)).body;
  const raised = await verifyCode(server, before, id, codeOf(totp.secret));
  const change = (bearer: string) =>
    call(server, 'PUT', '/auth/v1/user', { bearer, body: { password: otherPassword } });
  expect(statusAndCode(await change(before))).toEqual([401, 'insufficient_aal']);
  expect((await change(raised.body.access_token)).status).toBe(200);
});
