import { emailOf } from '@coachsite/core/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, newEmail, signUp } from '../support/auth-client.ts';
import { json } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Puts an address on a waiting list, and confirms it if `isConfirmed`. */
async function wait(email: string, programId: string, isConfirmed = true) {
  await fetch(`${server.url}/api/notify`, json({ email, programId }));
  if (!isConfirmed) return;
  const mail = (await server.outbox(email)).findLast(
    ({ text }) => text?.includes(programId) || text,
  );
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  await fetch(`${server.url}/api/notify/confirm`, json({ token }));
}

test('a member sees the lists of the own address, and leaves one', async () => {
  const email = newEmail();
  const bearer = (await signUp(server, email)).body.access_token as string;
  await wait(email, 'mind-body-12');
  await wait(email, 'lifestyle-reset-30', false);
  await wait(newEmail(), '8-week-kickstart');
  const own = async () =>
    (await call(server, 'GET', '/api/account/interests', { bearer })).body.interests;
  expect(await own()).toEqual([
    { programId: 'mind-body-12', since: expect.any(String), announcedAt: null },
  ]);
  const leave = (programId: string) =>
    call(server, 'DELETE', `/api/account/interests/${programId}`, { bearer });
  expect((await leave('mind-body-12')).status).toBe(204);
  expect((await leave('mind-body-12')).status).toBe(204);
  expect(await own()).toEqual([]);
  expect((await fetch(`${server.url}/api/account/interests`)).status).toBe(401);
});

test('an address that nobody has confirmed shows and removes nothing', async () => {
  const email = newEmail();
  await wait(email, 'mind-body-12');
  const bearer = (await signUp(server, email)).body.access_token as string;
  const user = await server.ports.users.byEmail(emailOf(email));
  await server.ports.users.change(user?.id ?? '', (one) => ({
    ...one,
    emailConfirmedAt: undefined,
  }));
  const { body } = await call(server, 'GET', '/api/account/interests', { bearer });
  expect(body.interests).toEqual([]);
  await call(server, 'DELETE', '/api/account/interests/mind-body-12', { bearer });
  expect(await server.ports.interests.byEmail(emailOf(email))).toHaveLength(1);
});
