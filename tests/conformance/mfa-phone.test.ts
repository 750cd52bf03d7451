import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { getUser, newEmail, signIn, signUp, statusAndCode } from '../support/auth-client.ts';
import { type SmsWebhook, startSmsWebhook } from '../support/fake-services/sms-webhook.ts';
import {
  challenge,
  codeOf,
  enroll,
  newAppUser,
  verifyCode,
  verifyFactor,
} from '../support/second-factor.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { lastCode, newPhone } from '../support/texts.ts';

const server = await sharedServer({ env: { AUTH_SMS_MIN_INTERVAL_SECONDS: '0' } });

const enrollPhone = (bearer: string, phone: string, name = 'phone', on = server) =>
  enroll(on, bearer, { factor_type: 'phone', phone, friendly_name: name });

test('a code belongs to its challenge', async () => {
  const phone = newPhone();
  const { access_token: bearer } = (await signUp(server, newEmail())).body;
  const { id } = (await enrollPhone(bearer, phone)).body;
  const first = (await challenge(server, bearer, id)).body;
  const code = await lastCode(server, phone);
  const second = (await challenge(server, bearer, id)).body;
  const crossed = await verifyFactor(server, bearer, id, { challenge_id: second.id, code });
  expect(statusAndCode(crossed)).toEqual([422, 'mfa_verification_failed']);
  expect((await verifyFactor(server, bearer, id, { challenge_id: first.id, code })).status).toBe(
    200,
  );
});

test('a phone enrolled before the app was verified cannot replace it', async () => {
  const phone = newPhone();
  const email = newEmail();
  const { access_token: owner } = (await signUp(server, email)).body;
  const app = (await enroll(server, owner)).body;
  const { id } = (await enrollPhone(owner, phone)).body;
  await verifyCode(server, owner, app.id, codeOf(app.totp.secret));
  const { access_token: thief } = (await signIn(server, email)).body;
  const asked = await challenge(server, thief, id);
  const code = await lastCode(server, phone);
  const rejected = await verifyFactor(server, thief, id, { challenge_id: asked.body.id, code });
  expect(statusAndCode(rejected)).toEqual([403, 'insufficient_aal']);
});

test('a phone beside an app, and either raises a session', async () => {
  const phone = newPhone();
  const { email, session } = await newAppUser(server);
  const { id } = (await enrollPhone(session.access_token, phone)).body;
  const asked = await challenge(server, session.access_token, id);
  const body = { challenge_id: asked.body.id, code: await lastCode(server, phone) };
  expect((await verifyFactor(server, session.access_token, id, body)).status).toBe(200);
  const { access_token: bearer } = (await signIn(server, email)).body;
  const next = await challenge(server, bearer, id);
  const typed = { challenge_id: next.body.id, code: await lastCode(server, phone) };
  const raised = await verifyFactor(server, bearer, id, typed);
  expect(decodeJwt(raised.body.access_token).aal).toBe('aal2');
});

test('through a webhook: the message arrives, and the signed-in user sees a failure', async () => {
  const webhook: SmsWebhook = await startSmsWebhook();
  const hooked = await startTestServer({
    env: { SMS_URL: webhook.url, AUTH_SMS_MIN_INTERVAL_SECONDS: '0' },
  });
  try {
    const phone = newPhone();
    const { access_token: bearer } = (await signUp(hooked, newEmail())).body;
    const { id } = (await enrollPhone(bearer, phone, 'phone', hooked)).body;
    webhook.respondWith(500);
    expect(statusAndCode(await challenge(hooked, bearer, id))).toEqual([422, 'sms_send_failed']);
    webhook.respondWith(200);
    const asked = await challenge(hooked, bearer, id);
    const body = { challenge_id: asked.body.id, code: webhook.last(phone)?.code };
    const raised = await verifyFactor(hooked, bearer, id, body);
    expect(raised.status).toBe(200);
    expect((await getUser(hooked, raised.body.access_token)).body.factors).toHaveLength(1);
  } finally {
    await hooked.stop();
    await webhook.close();
  }
});
