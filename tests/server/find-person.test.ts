import { blankUser, type User } from '@coachsite/core/account';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { hashOf, lastMail } from '../conformance/support/client.ts';
import { call, goodPassword, signUp } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';
import { addWaitingMail } from '../support/waiting-mail.ts';

const server = await sharedServer();
const admin = await asAdmin(server);
const { ports } = server;
const ask = (what: 'export' | 'erase', body: unknown) =>
  call(server, 'POST', `/api/admin/person/${what}`, { body, headers: admin });
const privacy = (...parameters: readonly string[]) =>
  runCommandLine(['privacy', ...parameters], { DATA_DIR: server.dataDirectory });
const report = (message: string) =>
  call(server, 'POST', '/api/log-client-error', { body: { message, url: '/account' } });

async function addUser(fields: Partial<User>): Promise<User> {
  const user = { ...blankUser(ports.ids.uuid(), ports.clock.now()), ...fields };
  (await ports.users.create(user))._unsafeUnwrap();
  return user;
}
/** Mails that wait for an hour, so that no worker sends them. */
const wait = (id: string, to: string, more: object = {}) =>
  addWaitingMail(
    ports.mailQueue,
    { id, to, subject: id, text: 't', html: 't', ...more },
    ports.clock.now(),
    ports.clock.now() + 3_600_000,
  );

test('an account made by phone is found by its number, by the call and by the command', async () => {
  const phone = '32470111222';
  const user = await addUser({ phone: phoneOf(phone), phoneConfirmedAt: 1 });
  const other = await addUser({ phone: phoneOf(`${phone}3`), phoneConfirmedAt: 1 });
  await report(`no such user: +${phone}`);
  await report(`no such user: +${phone}3`);
  const expiresAt = ports.clock.now() + 3_600_000;
  const sms = { id: ports.ids.uuid(), to: phone, text: '123456', expiresAt };
  await ports.smsQueue.enqueue(sms, expiresAt);

  const exported = await ask('export', { phone: `+${phone.slice(0, 2)} ${phone.slice(2)}` });
  expect(exported.body).toMatchObject({
    phone,
    accounts: [{ id: user.id, phone }],
    textMessages: [{ to: phone }],
    errorReports: [{ message: `no such user: +${phone}` }],
  });
  expect(exported.text).not.toContain('123456');
  const printed = await privacy('export', '--phone', `+${phone}`);
  expect([printed.status, printed.out.trimEnd()]).toEqual([0, exported.text.trimEnd()]);

  const erased = await privacy('erase', '--phone', phone);
  expect([erased.status, erased.error]).toEqual([0, '']);
  expect(JSON.parse(erased.out)).toMatchObject({ accounts: 1, textMessages: 1, errorReports: 1 });
  expect(await ports.users.byId(user.id)).toBeUndefined();
  expect(await ports.users.byId(other.id)).toBeDefined();
  expect((await ask('export', { phone })).body).toMatchObject({ accounts: [], errorReports: [] });
  expect((await ask('export', { phone: `${phone}3` })).body.errorReports).toHaveLength(1);
}, 60_000);

test('an account with a number of an old release is found by it, and not by what it is read as', async () => {
  const [old, read] = ['320470777888', '32470777888'];
  const user = await addUser({ phone: phoneOf(old), phoneConfirmedAt: 1 });
  const other = await addUser({ phone: phoneOf(read), phoneConfirmedAt: 1 });
  expect((await ask('export', { phone: `+${old}` })).body).toMatchObject({
    phone: old,
    accounts: [{ id: user.id }],
  });
  expect((await ask('export', { phone: '0470 77 78 88' })).body).toMatchObject({
    phone: read,
    accounts: [{ id: other.id }],
  });
  const erased = await privacy('erase', '--phone', `+${old}`);
  expect(JSON.parse(erased.out)).toMatchObject({ accounts: 1 });
  expect(await ports.users.byId(user.id)).toBeUndefined();
  expect(await ports.users.byId(other.id)).toBeDefined();
  expect((await ask('export', { phone: `+${old}` })).body).toMatchObject({ phone: read });
}, 60_000);

test('the number of a second factor leads to its account once it is verified', async () => {
  const phone = '32470333444';
  const factorOf = (user: User, status: 'verified' | 'unverified') =>
    ports.factors.change(user.id, ({ challenges }) => ({
      state: {
        challenges,
        factors: [
          {
            id: ports.ids.uuid(),
            userId: user.id,
            type: 'phone',
            status,
            phone,
            friendlyName: undefined,
            createdAt: ports.clock.now(),
            updatedAt: ports.clock.now(),
            lastChallengedAt: undefined,
            sealedSecret: undefined,
            lastStep: undefined,
          },
        ],
      },
      result: undefined,
    }));
  const ann = await addUser({ email: emailOf('ann.factor@example.com'), emailConfirmedAt: 1 });
  const bob = await addUser({ email: emailOf('bob.factor@example.com'), emailConfirmedAt: 1 });
  await factorOf(ann, 'verified');
  await factorOf(bob, 'unverified');
  expect((await ask('export', { phone })).body.accounts).toMatchObject([{ id: ann.id }]);
  expect((await ask('erase', { phone })).body).toMatchObject({ accounts: 1 });
  expect(await ports.users.byId(bob.id)).toBeDefined();
});

test('a change that nobody confirmed is withdrawn, and the account that asked for it stays', async () => {
  const email = 'wanted@example.com';
  const asked = Date.UTC(2026, 0, 5, 10);
  const user = await addUser({
    email: emailOf('asks@example.com'),
    emailConfirmedAt: 1,
    newEmail: emailOf(email),
    emailChangeSentAt: asked,
    newPhone: phoneOf('32470555666'),
    phoneChangeSentAt: asked,
  });
  const requestedAt = new Date(asked).toISOString();
  for (const person of [{ email }, { phone: '32470555666' }]) {
    const exported = await ask('export', person);
    expect(exported.body).toMatchObject({ accounts: [], pendingChanges: [{ requestedAt }] });
    expect(exported.text).not.toContain('asks@example.com');
    expect((await ask('erase', person)).body).toMatchObject({ accounts: 0, pendingChanges: 1 });
  }
  expect(await ports.users.byId(user.id)).toMatchObject({
    email: 'asks@example.com',
    newEmail: undefined,
    newPhone: undefined,
  });
  expect((await ask('erase', { email })).body).toMatchObject({ pendingChanges: 0 });
});

test('nothing that was mailed for a withdrawn change stays, and its link changes nothing', async () => {
  const [email, wanted] = ['mailed@example.com', 'wanted-too@example.com'];
  const bearer = (await signUp(server, email)).body.access_token as string;
  const asked = await call(server, 'PUT', '/auth/v1/user', { bearer, body: { email: wanted } });
  expect(asked.body.new_email).toBe(wanted);
  const mails = [await lastMail(server, email), await lastMail(server, wanted)];
  expect((await ask('erase', { email: wanted })).body).toMatchObject({ pendingChanges: 1 });
  const database = new Sqlite(server.config.sqlitePath, { readonly: true });
  const tokens = database.prepare('SELECT * FROM one_time_tokens').all();
  database.close();
  expect(JSON.stringify(tokens)).not.toContain(wanted);
  for (const mail of mails) {
    const body = { type: 'email_change', token_hash: hashOf(mail) };
    expect((await call(server, 'POST', '/auth/v1/verify', { body })).status).toBe(403);
  }
});

test('error reports that name an address are exported and erased, and no others', async () => {
  const email = 'named@example.com';
  await report(`cannot sign in ${email}`);
  await report('cannot sign in unnamed@example.com');
  expect((await ask('export', { email })).body.errorReports).toMatchObject([
    { message: `cannot sign in ${email}`, url: '/account' },
  ]);
  expect((await ask('erase', { email })).body).toMatchObject({ errorReports: 1 });
  const kept = (await ports.reports.newest(200)).map(({ message }) => message);
  expect(kept).toContain('cannot sign in unnamed@example.com');
  expect(kept).not.toContain(`cannot sign in ${email}`);
});

test('a deleted account takes its waiting mails with it, not those about its messages, a launch or to another address', async () => {
  const email = 'leaves@example.com';
  const { body } = await signUp(server, email);
  const newEmail = 'leaves-to@example.com';
  await ports.users.change(body.user.id, (user) => ({ ...user, newEmail: emailOf(newEmail) }));
  await wait('to-the-account', email);
  await wait('to-the-new-address', newEmail);
  await wait('to-the-coach', 'coach@example.com', { replyTo: { name: 'Ann', address: email } });
  await wait('to-another', 'other@example.com');
  await wait('launch', email, { unsubscribeUrl: 'https://example.com/u' });
  const deleted = await call(server, 'DELETE', '/api/account', {
    bearer: body.access_token,
    body: { password: goodPassword },
  });
  expect(deleted.status).toBe(204);
  const ids = (await ports.mailQueue.unsent(100)).map(({ id }) => id);
  expect(ids).not.toContain('to-the-account');
  // The address that was only asked for may be of somebody else.
  const kept = ['to-the-new-address', 'to-the-coach', 'to-another', 'launch'];
  expect(ids).toEqual(expect.arrayContaining(kept));
});

test.each([
  [{ phone: 'no number' }, 'invalid_phone'],
  [{ phone: '' }, 'invalid_phone'],
  [{ phone: '32470111222', email: 'ann@example.com' }, 'validation_failed'],
])('%j is rejected with a reason', async (body, code) => {
  for (const what of ['export', 'erase'] as const) {
    expect(await ask(what, body)).toMatchObject({ status: 422, body: { code } });
  }
});

test('the command explains a number that cannot be one, and takes an address or a number', async () => {
  expect(await privacy('export', '--phone', '0470')).toEqual({
    status: 1,
    out: '',
    error: 'Invalid phone number: give it as 0470 11 12 22, or +31 6 12345678\n',
  });
  const both = ['--phone', '32470111222', '--email', 'ann@example.com'];
  for (const wrong of [['erase'], ['erase', ...both]]) {
    expect((await privacy(...wrong)).status).toBe(2);
  }
});
