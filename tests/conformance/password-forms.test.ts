import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { call, newEmail, signIn, signUp, statusAndCode } from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const composed = 'Caf\u00e9-Str0ng!pw';
const apart = 'Cafe\u0301-Str0ng!pw';

test('a password with an accent signs in from every keyboard, and is the same one in a change', async () => {
  for (const [chosen, typed] of [
    [composed, apart],
    [apart, composed],
  ] as const) {
    const email = newEmail();
    const made = await signUp(server, email, { password: chosen });
    expect((await signIn(server, email, typed)).status).toBe(200);
    const change = await call(server, 'PUT', '/auth/v1/user', {
      bearer: made.body.access_token,
      body: { password: typed },
    });
    expect(statusAndCode(change)).toEqual([422, 'same_password']);
  }
});

test('a hash of an earlier release is renewed by the first sign-in, and a wrong password counts once', async () => {
  const email = newEmail();
  const made = await signUp(server, email);
  const { users } = server.ports;
  const old = await hash(apart, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await users.change(made.body.user?.id ?? '', (user) => ({ ...user, passwordHash: old }));
  for (let wrong = 0; wrong < 4; wrong += 1)
    expect(statusAndCode(await signIn(server, email, 'Caf\u00e8-Str0ng!pw'))).toEqual([
      400,
      'invalid_credentials',
    ]);
  expect((await signIn(server, email, composed)).status).toBe(200);
  expect((await users.byId(made.body.user?.id ?? ''))?.passwordHash).not.toBe(old);
  expect((await signIn(server, email, apart)).status).toBe(200);
});
