import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smtpMailer } from '@coachsite/adapters/smtp';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMailQueue } from '@coachsite/adapters/stores';
import type { Mail } from '@coachsite/core/mail';
import { afterEach, expect, test } from 'vitest';
import { startMailWorker } from '#server/src/jobs/mail-worker.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const dyingMailer = join(import.meta.dirname, '../support/dying-mailer.ts');
const from = 'Coach, the best <hello@coach.example>';
const mail: Mail = {
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  to: 'coach@example.com',
  replyTo: { name: 'Ann', address: 'ann@example.com' },
  subject: 'Een vraag',
  text: 'Dag\n',
  html: '<p>Dag</p>',
};

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function mailServer(): Promise<MailServer> {
  const server = await startMailServer();
  closing.push(server.close);
  return server;
}

const newFile = () => join(mkdtempSync(join(tmpdir(), 'mail-')), 'coachsite.sqlite');

/** A worker on a database file with a clock that the test moves. */
function openWorker(path: string, url: string, clock: { now: () => number }) {
  const database = openSqlite(path);
  const mailQueue = sqlMailQueue(database);
  const mailer = smtpMailer({ url, from });
  const lines: string[] = [];
  const log = {
    warn: (fields: object, words: string) => lines.push(JSON.stringify(fields) + words),
    error: (fields: object, words: string) => lines.push(JSON.stringify(fields) + words),
  };
  const worker = startMailWorker({ mailQueue, mailer, clock }, log);
  const stop = async () => {
    await worker.stop();
    mailer.close();
    await database.close();
  };
  return { database, mailQueue, worker, lines, stop };
}

test('a server that rejects twice gets the mail once, under one Message-ID', async () => {
  const server = await mailServer();
  server.rejectNext(2);
  let now = 1000;
  const { mailQueue, worker, lines, stop } = openWorker(newFile(), server.url, { now: () => now });
  closing.push(stop);
  await mailQueue.enqueue(mail, now);
  for (let i = 0; i < 5; i += 1) {
    await worker.run();
    now += 3_600_000;
  }
  expect(server.offered()).toBe(3);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatchObject({ from: 'hello@coach.example', to: [mail.to] });
  expect(server.received[0]?.email).toMatchObject({
    messageId: `<${mail.id}@coach.example>`,
    subject: 'Een vraag',
    from: { name: 'Coach, the best', address: 'hello@coach.example' },
    replyTo: [{ name: 'Ann', address: 'ann@example.com' }],
  });
  expect(await mailQueue.counts()).toEqual({ waiting: 0, failed: 0 });
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toMatch(/@|vraag/);
});

test('what was enqueued before a restart is sent after it', async () => {
  const path = newFile();
  let now = 1000;
  const clock = { now: () => now };
  const down = openWorker(path, 'smtp://127.0.0.1:9', clock);
  await down.mailQueue.enqueue(mail, now);
  await down.worker.run();
  expect(await down.mailQueue.counts()).toEqual({ waiting: 1, failed: 0 });
  await down.stop();

  const server = await mailServer();
  now += 3_600_000;
  const up = openWorker(path, server.url, clock);
  closing.push(up.stop);
  await up.worker.run();
  expect(server.received.map(({ email }) => email.subject)).toEqual(['Een vraag']);
});

test('a worker that died while it held a mail does not lose it', async () => {
  const path = newFile();
  const database = openSqlite(path);
  const dead = sqlMailQueue(database);
  await dead.enqueue(mail, 0);
  await dead.take(10, 300_000, 0);
  await database.close();

  const server = await mailServer();
  let now = 299_999;
  const up = openWorker(path, server.url, { now: () => now });
  closing.push(up.stop);
  await up.worker.run();
  expect(server.received).toHaveLength(0);
  now = 300_000;
  await up.worker.run();
  expect(server.received).toHaveLength(1);
});

test('a mail is sent as soon as it is enqueued, without being asked for', async () => {
  const server = await mailServer();
  const { mailQueue, stop } = openWorker(newFile(), server.url, { now: () => Date.now() });
  closing.push(stop);
  const before = Date.now();
  await mailQueue.enqueue(mail, before);
  await expect.poll(() => server.received.length, { interval: 10, timeout: 20_000 }).toBe(1);
});

test('a mail rejected for two days gets ten tries and is listed without the text of the server', async () => {
  const server = await mailServer();
  server.rejectNext(100);
  let now = 1000;
  const { mailQueue, worker, stop } = openWorker(newFile(), server.url, { now: () => now });
  closing.push(stop);
  await mailQueue.enqueue(mail, now);
  while ((await mailQueue.counts()).waiting > 0) {
    now = (await mailQueue.unsent(1))[0]?.nextTryAt ?? now;
    await worker.run();
  }
  expect(server.offered()).toBe(10);
  expect(now - 1000).toBeGreaterThan(48 * 3_600_000);
  expect(await mailQueue.unsent(10)).toMatchObject([
    { id: mail.id, state: 'failed', problem: 'try_later', reason: 'EMESSAGE 451' },
  ]);

  server.rejectNext(0);
  await mailQueue.retry(mail.id, now);
  await worker.run();
  expect(server.received[0]?.email).toMatchObject({
    messageId: `<${mail.id}@coach.example>`,
    subject: 'Een vraag',
    replyTo: [{ address: 'ann@example.com' }],
  });
});

test('an address that does not exist is given up at once, and keeps the others from nothing', async () => {
  const server = await mailServer();
  server.rejectNext(1, { status: 550, text: '5.1.1 no such user here', at: 'recipient' });
  const { mailQueue, worker, stop } = openWorker(newFile(), server.url, { now: () => 1000 });
  closing.push(stop);
  await mailQueue.enqueue(mail, 1000);
  await worker.run();
  await mailQueue.enqueue({ ...mail, id: 'b' }, 1000);
  await worker.run();
  expect(await mailQueue.unsent(10)).toMatchObject([
    { id: mail.id, state: 'failed', problem: 'recipient_rejected', reason: 'EENVELOPE 550' },
  ]);
  expect(server.received).toHaveLength(1);
});

// Together, as the mail server makes each connection wait: 60 tries are six seconds of nothing to do.
test.concurrent.for([
  ['too_many', { status: 452, text: '4.5.3 too many messages, slow down', at: 'recipient' }],
  ['too_many', { status: 550, text: '5.4.5 Daily user sending limit exceeded', at: 'content' }],
  ['server_busy', { status: 421, text: '4.3.2 service not available', at: 'connection' }],
] as const)(
  'a server that says %s (%o) slows the whole queue, over a restart too, and uses up no try',
  async ([problem, rejection], { onTestFinished }) => {
    const server = await startMailServer();
    onTestFinished(server.close);
    const path = newFile();
    let now = 1000;
    const clock = { now: () => now };
    const before = openWorker(path, server.url, clock);
    // The worker begins with the first mail, before the last is enqueued.
    server.rejectNext(1000, rejection);
    for (let i = 0; i < 12; i += 1) await before.mailQueue.enqueue({ ...mail, id: `m${i}` }, now);
    await before.worker.run();
    const offered = server.offered();
    expect(offered).toBeLessThanOrEqual(5);
    expect(await before.mailQueue.pause()).toMatchObject({ problem, failures: 1 });
    await before.stop();

    const { mailQueue, worker, stop } = openWorker(path, server.url, clock);
    onTestFinished(stop);
    await worker.run();
    expect(server.offered()).toBe(offered);
    // One mail at a time tries the server, and each pause is longer, for more than two days.
    for (let tries = 1; tries <= 60; tries += 1) {
      now = (await mailQueue.pause())?.until ?? 0;
      await worker.run();
      expect(server.offered()).toBe(offered + tries);
    }
    expect(await mailQueue.counts()).toEqual({ waiting: 12, failed: 0 });
    expect((await mailQueue.unsent(20)).map(({ failures }) => failures)).toEqual(
      Array.from({ length: 12 }, () => 0),
    );
    server.rejectNext(0);
    now = (await mailQueue.pause())?.until ?? 0;
    await worker.run();
    expect(new Set(server.received.map(({ email }) => email.messageId)).size).toBe(12);
    expect(await mailQueue.pause()).toBeUndefined();
  },
);

test('a server that is away for a week loses no mail', async () => {
  let now = 1000;
  const path = newFile();
  const clock = { now: () => now };
  const away = openWorker(path, 'smtp://127.0.0.1:9', clock);
  for (let i = 0; i < 8; i += 1) await away.mailQueue.enqueue({ ...mail, id: `m${i}` }, now);
  await away.worker.run();
  for (let day = 0; day < 7; day += 1) {
    now += 86_400_000;
    await away.worker.run();
  }
  expect(await away.mailQueue.pause()).toMatchObject({ problem: 'no_connection', failures: 8 });
  expect(await away.mailQueue.counts()).toEqual({ waiting: 8, failed: 0 });
  await away.stop();
  const server = await mailServer();
  const { mailQueue, worker, stop } = openWorker(path, server.url, clock);
  closing.push(stop);
  now += 600_000;
  await worker.run();
  expect(server.received).toHaveLength(8);
  expect(await mailQueue.counts()).toEqual({ waiting: 0, failed: 0 });
});

test('a mail whose code is no longer valid is not sent, and its content is erased', async () => {
  const server = await mailServer();
  let now = 1000;
  const { mailQueue, worker, database, stop } = openWorker(newFile(), server.url, {
    now: () => now,
  });
  closing.push(stop);
  server.rejectNext(1, { status: 421, text: 'closing', at: 'connection' });
  await mailQueue.enqueue({ ...mail, text: 'geheim 123456', secretUntil: 20_000 }, now);
  await worker.run();
  now = 100_000;
  await worker.run();
  expect(server.received).toHaveLength(0);
  expect(await mailQueue.unsent(10)).toMatchObject([{ state: 'failed', problem: 'expired' }]);
  const rows = JSON.stringify(database.sql.prepare('SELECT * FROM mail_queue').all());
  expect(rows).not.toContain('123456');
});

test('a mail that kills the process is set aside after three times, and the others leave', async () => {
  const path = newFile();
  const database = openSqlite(path);
  const mailQueue = sqlMailQueue(database);
  for (const id of ['a', 'poison', 'b', 'c']) await mailQueue.enqueue({ ...mail, id }, 0);
  let now = 0;
  let kills = 0;
  for (let runs = 0; runs < 8 && (await mailQueue.counts()).waiting > 0; runs += 1) {
    const child = spawn(process.execPath, [dyingMailer, path, String(now)], { stdio: 'ignore' });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    if (signal === 'SIGKILL') kills += 1;
    now += 300_000;
  }
  expect(kills).toBe(3);
  expect(await mailQueue.unsent(10)).toMatchObject([
    { id: 'poison', state: 'failed', problem: 'crashed' },
  ]);
  await database.close();

  const server = await mailServer();
  const again = openWorker(path, server.url, { now: () => now });
  closing.push(again.stop);
  await again.mailQueue.retry('poison', now);
  await again.worker.run();
  expect(server.received).toHaveLength(1);
});

test('a wrong password of the mail server holds the mails instead of giving them up', async () => {
  const server = await startMailServer({ password: 'right' });
  closing.push(server.close);
  const url = server.url.replace('smtp://', 'smtp://user:wrong@');
  const { mailQueue, worker, stop } = openWorker(newFile(), url, { now: () => 1000 });
  closing.push(stop);
  await mailQueue.enqueue(mail, 1000);
  await worker.run();
  expect(await mailQueue.pause()).toMatchObject({ problem: 'sign_in' });
  expect(await mailQueue.unsent(10)).toMatchObject([
    { state: 'waiting', failures: 0, reason: 'EAUTH 535' },
  ]);
});

test.each([
  'Hi\r\nBcc: evil@example.com\r\n\r\nbody',
  'Hi\nTo: evil@example.com',
  'Hi\rX: y',
  '\u0000\u000b\u2028Bcc: evil@example.com',
])('no payload reaches the envelope or the headers: %j', async (payload) => {
  const server = await mailServer();
  const { mailQueue, worker, stop } = openWorker(newFile(), server.url, { now: () => 1000 });
  closing.push(stop);
  await mailQueue.enqueue(
    { ...mail, subject: payload, replyTo: { name: payload, address: 'ann@example.com' } },
    1000,
  );
  await worker.run();
  const [got] = server.received;
  expect(got?.to).toEqual([mail.to]);
  expect(got?.email.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(got?.email.headers.filter(({ key }) => key === 'to')).toHaveLength(1);
  expect(got?.email.replyTo?.map(({ address }) => address)).toEqual(['ann@example.com']);
});
