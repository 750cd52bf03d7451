import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMailQueue } from '@coachsite/adapters/stores';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from '../support/command.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let mails: MailServer;
let server: TestServer;
beforeAll(async () => {
  mails = await startMailServer({ password: 'right' });
  const url = mails.url.replace('smtp://', 'smtp://site:right@');
  server = await startTestServer({ env: { SMTP_URL: url, MAIL_FROM: 'Site <site@coach.be>' } });
});
afterAll(async () => {
  await server.stop();
  await mails.close();
});

const run = (command: string, env: Readonly<Record<string, string>> = {}) =>
  runCommandLine(command.split(' '), {
    DATA_DIR: server.dataDirectory,
    MAIL_FROM: 'Site <site@coach.be>',
    ...env,
  });

test('npm run mail lists what was given up, and a running server sends it again', async () => {
  const { mailQueue, clock } = server.ports;
  const id = '5b0a7c1e-0000-4000-8000-000000000001';
  mails.rejectNext(1, { status: 550, text: 'no such user', at: 'recipient' });
  const mail = { id, to: 'ann@example.com', subject: 'Vraag', text: 'Dag', html: 'Dag' };
  await mailQueue.enqueue(mail, clock.now());
  await expect.poll(async () => (await mailQueue.counts()).failed).toBe(1);
  const listed = await run('mail list');
  expect([listed.status, listed.error]).toEqual([0, '']);
  expect(listed.out).toContain(id);
  expect(listed.out).toContain('address is rejected. It may not exist. (EENVELOPE 550)');
  expect(listed.out).toContain('0 waiting, 1 given up');
  expect(JSON.parse((await run('mail list --json')).out)).toMatchObject({
    failed: 1,
    pause: null,
    mails: [{ id, state: 'failed', to: 'ann@example.com', codes: 'EENVELOPE 550' }],
  });

  const retried = await run(`mail retry ${id}`);
  expect([retried.status, retried.error]).toEqual([0, '']);
  await expect.poll(() => mails.received.length, { timeout: 20_000 }).toBe(1);
  expect((await run('mail list')).out).toBe('No mail waits, and none was given up\n');
  const unknown = await run(`mail retry ${id}`);
  expect([unknown.status, unknown.error]).toEqual([
    1,
    'This email is no longer in the queue: it was sent or deleted.\n',
  ]);
});

test('npm run mail -- retry makes everything due that has its content', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const database = openSqlite(join(directory, 'coachsite.sqlite'));
  const queue = sqlMailQueue(database);
  const mail = { to: 'ann@example.com', subject: 'Vraag', text: 'Dag', html: 'Dag' };
  for (const id of ['a', 'b']) await queue.enqueue({ ...mail, id }, 1);
  await queue.enqueue({ ...mail, id: 'code', secretUntil: 9 }, 1);
  await queue.take(10, 2, 1);
  for (const id of ['a', 'code']) await queue.giveUp(id, { problem: 'rejected', reason: '' }, 2);
  await queue.postpone('b', { problem: 'no_connection', reason: '' }, Date.now() + 9e6, 2);
  await queue.setPause({ problem: 'no_connection', failures: 3, until: Date.now() + 9e6 });
  expect((await run('mail retry', { DATA_DIR: directory })).out).toMatch(/^2 due/);
  const now = Date.now();
  expect((await queue.take(10, now + 1000, now)).map((one) => one.mail.id)).toEqual(['a', 'b']);
  expect((await queue.pause())?.until).toBeLessThanOrEqual(now);
  await database.close();
});

test('a test mail goes over the configured way, by either command', async () => {
  const SMTP_URL = mails.url.replace('smtp://', 'smtp://site:right@');
  const before = mails.received.length;
  const tested = await run('mail test an@example.com', { SMTP_URL });
  expect([tested.status, tested.error]).toEqual([0, '']);
  expect(tested.out).toMatch(
    /127\.0\.0\.1:\d+: connected and signed in\nan@example\.com: .*accepted/,
  );
  const checked = await run('preflight --send-test bo@example.com', { SMTP_URL });
  expect(checked.out).toMatch(/bo@example\.com: the mail was accepted/);
  expect(mails.received.slice(before).map(({ to, from }) => [from, ...to])).toEqual([
    ['site@coach.be', 'an@example.com'],
    ['site@coach.be', 'bo@example.com'],
  ]);
});

test.each([
  ['a wrong password', 'smtp://site:wrong@', /rejects the sign-in.*\(EAUTH 535\)/],
  [
    'a server that is not there',
    undefined,
    /127\.0\.0\.1:9: The mail server can’t be reached\. Check the name/,
  ],
])('%s is said in words, without the password', async (_title, credentials, words) => {
  const SMTP_URL = credentials
    ? mails.url.replace('smtp://', credentials)
    : 'smtp://site:wrong@127.0.0.1:9';
  const failed = await run('mail test an@example.com', { SMTP_URL });
  expect([failed.status, failed.out]).toEqual([1, '']);
  expect(failed.error).toMatch(words);
  expect(failed.error).not.toContain('wrong');
  const checked = await run('preflight --json --send-test an@example.com', { SMTP_URL });
  expect(checked.status).toBe(1);
  expect(checked.error).toMatch(words);
  const plain = await run('preflight --send-test an@example.com', { SMTP_URL });
  expect(plain.error).toMatch(words);
  expect(plain.out).not.toMatch(words);
  const { missing, helpful } = JSON.parse(checked.out);
  expect(missing).toContainEqual(expect.objectContaining({ where: 'npm run ebook' }));
  expect(helpful.length).toBeGreaterThan(0);
});

test('without a user in SMTP_URL it does not claim to have signed in', async () => {
  const tested = await run('mail test an@example.com', { SMTP_URL: mails.url });
  expect([tested.status, tested.out]).toEqual([1, '']);
  expect(tested.error).toMatch(/connected, without signing in \(SMTP_URL has no user\)\n/);
  expect(tested.error).toMatch(/rejects the sign-in\. Check the user and password in SMTP_URL\./);
});

test('without a mail server the test mail is a file, and the command says where', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const tested = await run('mail test an@example.com', { DATA_DIR: directory });
  expect([tested.status, tested.error]).toEqual([0, '']);
  const outbox = join(directory, 'outbox');
  expect(tested.out).toContain(outbox);
  const [name = ''] = readdirSync(outbox);
  expect(readFileSync(join(outbox, name), 'utf8')).toContain('To: an@example.com');
});
