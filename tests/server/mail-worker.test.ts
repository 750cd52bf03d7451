import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smtpMailer } from '@coachsite/adapters/smtp';
import { openSqlite, sqliteMailQueue } from '@coachsite/adapters/sqlite';
import type { Mail } from '@coachsite/core/mail';
import { afterEach, expect, test } from 'vitest';
import { startMailWorker } from '#server/src/jobs/mail-worker.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

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
function house(path: string, url: string, clock: { now: () => number }) {
  const database = openSqlite(path);
  const mailQueue = sqliteMailQueue(database);
  const mailer = smtpMailer({ url, from });
  const lines: string[] = [];
  const log = {
    warn: (facts: object, words: string) => lines.push(JSON.stringify(facts) + words),
    error: (facts: object, words: string) => lines.push(JSON.stringify(facts) + words),
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
  const { mailQueue, worker, lines, stop } = house(newFile(), server.url, { now: () => now });
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
  const down = house(path, 'smtp://127.0.0.1:9', clock);
  await down.mailQueue.enqueue(mail, now);
  await down.worker.run();
  expect(await down.mailQueue.counts()).toEqual({ waiting: 1, failed: 0 });
  await down.stop();

  const server = await mailServer();
  now += 3_600_000;
  const up = house(path, server.url, clock);
  closing.push(up.stop);
  await up.worker.run();
  expect(server.received.map(({ email }) => email.subject)).toEqual(['Een vraag']);
});

test('a worker that died while it held a mail does not lose it', async () => {
  const path = newFile();
  const database = openSqlite(path);
  const dead = sqliteMailQueue(database);
  await dead.enqueue(mail, 0);
  await dead.take(0, 300_000, 10);
  await database.close();

  const server = await mailServer();
  let now = 299_999;
  const up = house(path, server.url, { now: () => now });
  closing.push(up.stop);
  await up.worker.run();
  expect(server.received).toHaveLength(0);
  now = 300_000;
  await up.worker.run();
  expect(server.received).toHaveLength(1);
});

test('a mail is sent as soon as it is enqueued, without being asked for', async () => {
  const server = await mailServer();
  const { mailQueue, stop } = house(newFile(), server.url, { now: () => Date.now() });
  closing.push(stop);
  const before = Date.now();
  await mailQueue.enqueue(mail, before);
  await expect.poll(() => server.received.length, { interval: 10, timeout: 20_000 }).toBe(1);
});

test('after five rejections the mail is given up and named, without the text of the server', async () => {
  const server = await mailServer();
  server.rejectNext(100);
  let now = 1000;
  const { mailQueue, worker, stop } = house(newFile(), server.url, { now: () => now });
  closing.push(stop);
  await mailQueue.enqueue(mail, now);
  for (let i = 0; i < 8; i += 1) {
    await worker.run();
    now += 86_400_000;
  }
  expect(server.offered()).toBe(5);
  expect(await mailQueue.counts()).toEqual({ waiting: 0, failed: 1 });
  expect(await mailQueue.failed(10)).toEqual([
    { id: mail.id, subject: 'Een vraag', reason: 'EMESSAGE 451', enqueuedAt: 1000 },
  ]);
});

test.each([
  'Hi\r\nBcc: evil@example.com\r\n\r\nbody',
  'Hi\nTo: evil@example.com',
  'Hi\rX: y',
  '\u0000\u000b\u2028Bcc: evil@example.com',
])('no payload reaches the envelope or the headers: %j', async (payload) => {
  const server = await mailServer();
  const { mailQueue, worker, stop } = house(newFile(), server.url, { now: () => 1000 });
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
