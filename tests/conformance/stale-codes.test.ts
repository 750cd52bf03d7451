import { emailOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { call, getUser, newEmail, signUp, statusAndCode } from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';
import { lastCode, newPhone } from '../support/texts.ts';

const server = await sharedServer({
  env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0', AUTH_SMS_MIN_INTERVAL_SECONDS: '0' },
});

const put = (bearer: string, body: object) =>
  call(server, 'PUT', '/auth/v1/user', { bearer, body });
const verify = (body: object) => call(server, 'POST', '/auth/v1/verify', { body });
const mailed = async (email: string) => (await server.outbox(email)).at(-1)?.code;

/** Runs `act` once, right after the next token was taken and before it takes effect. */
function onceTaken(act: () => Promise<unknown>): void {
  let isDone = false;
  for (const { ports } of server.everyServer) {
    const { takeByCode } = ports.tokens;
    const held: typeof takeByCode = async (...args) => {
      Object.assign(ports.tokens, { takeByCode });
      const taken = await takeByCode(...args);
      if (!isDone) {
        isDone = true;
        await act();
      }
      return taken;
    };
    Object.assign(ports.tokens, { takeByCode: held });
  }
}

test.each(['present', 'new'])(
  'a code to the %s address approves no other address, asked for while it was looked at',
  async (which) => {
    const [email, asked, other] = [newEmail(), newEmail(), newEmail()];
    const bearer = (await signUp(server, email)).body.access_token;
    await put(bearer, { email: asked });
    const address = which === 'present' ? email : asked;
    const token = await mailed(address);
    onceTaken(() => put(bearer, { email: other }));
    const late = await verify({ type: 'email_change', email: address, token });
    expect(statusAndCode(late)).toEqual([403, 'otp_expired']);
    const half = { type: 'email_change', email: other, token: await mailed(other) };
    expect((await verify(half)).body.code).toBe('200');
    expect((await getUser(server, bearer)).body.email).toBe(email);
    const present = { type: 'email_change', email, token: await mailed(email) };
    expect((await verify(present)).body.user.email).toBe(other);
  },
);

test('what is sent again while another address is asked for is about that address', async () => {
  const [email, asked, other] = [newEmail(), newEmail(), newEmail()];
  const bearer = (await signUp(server, email)).body.access_token;
  await put(bearer, { email: asked });
  const { users } = server.ports;
  const { byEmail } = users;
  Object.assign(users, {
    byEmail: async (address: string) => {
      Object.assign(users, { byEmail });
      const found = await byEmail(emailOf(address));
      await put(bearer, { email: other });
      return found;
    },
  });
  await call(server, 'POST', '/auth/v1/resend', { body: { type: 'email_change', email } });
  expect(await server.outbox(asked)).toHaveLength(1);
  const half = { type: 'email_change', email: other, token: await mailed(other) };
  expect((await verify(half)).body.code).toBe('200');
});

/** A user with an address and a number, and the code that was texted there to sign in with. */
async function withNumber() {
  const [email, phone] = [newEmail(), newPhone()];
  const bearer: string = (await signUp(server, email)).body.access_token;
  const { body } = await put(bearer, { phone });
  await call(server, 'POST', '/auth/v1/otp', { body: { phone } });
  const identities: readonly { provider: string; identity_id: string }[] = body.identities;
  const identity = identities.find(({ provider }) => provider === 'phone')?.identity_id;
  return {
    bearer,
    phone,
    identity,
    code: { type: 'sms', phone, token: await lastCode(server, phone) },
  };
}

test('a code texted to a former number signs nobody in', async () => {
  const { bearer, code } = await withNumber();
  await put(bearer, { phone: newPhone() });
  expect(statusAndCode(await verify(code))).toEqual([403, 'otp_expired']);
});

test('a code texted to a number that was unlinked signs nobody in', async () => {
  const { bearer, code, identity } = await withNumber();
  const path = `/auth/v1/user/identities/${identity}`;
  expect((await call(server, 'DELETE', path, { bearer })).status).toBe(200);
  expect(statusAndCode(await verify(code))).toEqual([403, 'otp_expired']);
});
