import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { call, newEmail, signIn, statusAndCode } from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
const limited = [429, 'over_request_rate_limit'];
const post = async (path: string, body: object) =>
  statusAndCode(await call(server, 'POST', `/auth/v1/passkeys/authentication/${path}`, { body }));

test('docs/security.md#LK-7 60 challenges of sign-ins in five minutes, of one IP', async () => {
  for (let i = 0; i < 60; i += 1) expect(await post('options', {})).toEqual([200, undefined]);
  expect(await post('options', {})).toEqual(limited);
});

test('docs/security.md#LK-7 failed sign-ins count with those of passwords, 30 of one IP', async () => {
  const body = { challenge_id: randomUUID(), credential: {} };
  for (let i = 0; i < 30; i += 1)
    expect(await post('verify', body)).toEqual([400, 'webauthn_challenge_not_found']);
  expect(await post('verify', body)).toEqual(limited);
  expect(statusAndCode(await signIn(server, newEmail(), 'wrong'))).toEqual(limited);
});
