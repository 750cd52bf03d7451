import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, goodPassword, newEmail } from '../support/auth-client.ts';
import {
  type CaptchaVerifier,
  humanToken,
  startCaptchaVerifier,
} from '../support/peers/captcha-verifier.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let verifier: CaptchaVerifier;
let server: TestServer;
const member = newEmail();

beforeAll(async () => {
  verifier = await startCaptchaVerifier();
  server = await startTestServer({ env: { CAPTCHA: verifier.setting } });
  await ask('/signup', { email: member, password: goodPassword }, humanToken('first'));
});
afterAll(async () => {
  await server.stop();
  await verifier.close();
});
beforeEach(() => verifier.behave('honest'));

const ask = (path: string, body: object, captcha_token?: string) =>
  call(server, 'POST', `/auth/v1${path}`, {
    body: {
      ...body,
      gotrue_meta_security: captcha_token === undefined ? {} : { captcha_token },
    },
  });

const calls: readonly [string, () => object][] = [
  ['/signup', () => ({ email: newEmail(), password: goodPassword })],
  ['/token?grant_type=password', () => ({ email: member, password: goodPassword })],
  ['/otp', () => ({ email: newEmail() })],
  ['/recover', () => ({ email: newEmail() })],
];

test.each(calls)('%s needs a solved puzzle', async (path, body) => {
  for (const token of [undefined, '', 'a-program']) {
    const refused = await ask(path, body(), token);
    expect([refused.status, refused.body.error_code]).toEqual([400, 'captcha_failed']);
  }
  expect((await ask(path, body(), humanToken(path))).status).toBe(200);
  const again = await ask(path, body(), humanToken(path));
  expect(again.body.error_code).toBe('captcha_failed');
});

test.each(['failing', 'rubbish', 'silence'] as const)(
  'a verifier that answers with %s lets nobody in',
  async (how) => {
    verifier.behave(how);
    const refused = await ask('/otp', { email: newEmail() }, humanToken(how));
    expect(refused.body.error_code).toBe('captcha_failed');
  },
);

test('the verifier hears the answer, our secret and the visitor’s address', async () => {
  await ask('/otp', { email: newEmail() }, humanToken('heard'));
  expect(verifier.asked.at(-1)).toMatchObject({
    response: humanToken('heard'),
    secret: 'a-secret-of-the-verifier',
    remoteip: '127.0.0.1',
  });
});

test('refreshing needs none', async () => {
  const session = await ask(
    '/token?grant_type=password',
    { email: member, password: goodPassword },
    humanToken('refresh'),
  );
  const refreshed = await call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: session.body.refresh_token },
  });
  expect(refreshed.status).toBe(200);
});
