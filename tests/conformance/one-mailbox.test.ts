import { expect, test } from 'vitest';
import { call, goodPassword, otherPassword, statusAndCode } from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';
import { lastMail } from './support/client.ts';

const server = await sharedServer();

const unicode = 'piet@b\u00e4ckerei.example';
const ascii = 'Piet@XN--bckerei-5wa.example';
const stored = 'piet@xn--bckerei-5wa.example';

test('the two spellings of a domain with accents are one account, in every call', async () => {
  const body = { email: unicode, password: goodPassword };
  const made = await call(server, 'POST', '/auth/v1/signup', { body });
  expect(made.body.user).toMatchObject({ email: stored });
  const twice = await call(server, 'POST', '/auth/v1/signup', { body: { ...body, email: ascii } });
  expect(statusAndCode(twice)).toEqual([422, 'user_already_exists']);
  for (const email of [unicode, ascii, 'piet@ba\u0308ckerei.example']) {
    const signedIn = await call(server, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email, password: goodPassword },
    });
    expect(signedIn.body.user?.id).toBe(made.body.user?.id);
    expect((await call(server, 'POST', '/auth/v1/recover', { body: { email } })).status).toBe(
      email === unicode ? 200 : 429,
    );
  }
  // The mail of the first spelling went to the mailbox; the others came within its interval.
  expect((await lastMail(server, stored)).code).toBeDefined();
});

test('wrong passwords under either spelling count for one lock', async () => {
  const wrong = (email: string) =>
    call(server, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email, password: otherPassword },
    });
  for (const email of [unicode, ascii, unicode, ascii, unicode])
    expect(statusAndCode(await wrong(email))).toEqual([400, 'invalid_credentials']);
  expect(statusAndCode(await wrong(ascii))).toEqual([429, 'over_request_rate_limit']);
});
