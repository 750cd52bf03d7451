import { canonicalEmail } from '@coachsite/core/account';
import { afterEach, expect, test } from 'vitest';
import { readUnsentMails, unsentLines } from '#server/src/mails/unsent-mails.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { json } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

interface Listed {
  readonly waiting: number;
  readonly failed: number;
  readonly pause: { readonly problem: string; readonly reason: string } | null;
  readonly mails: readonly {
    readonly id: string;
    readonly state: string;
    readonly to: string | null;
    readonly subject: string;
    readonly problem: string | null;
    readonly reason: string;
    readonly codes: string;
    readonly canRetry: boolean;
  }[];
}

async function open(): Promise<{ server: TestServer; mails: MailServer; headers: object }> {
  const mails = await startMailServer();
  closing.push(mails.close);
  const server = await startTestServer({
    env: { SMTP_URL: mails.url, MAIL_FROM: 'Site <site@example.com>', CONTACT_TO: 'c@example.com' },
  });
  closing.push(() => server.stop());
  return { server, mails, headers: await asAdmin(server) };
}
const list = async (server: TestServer, headers: object) => {
  const read = await fetch(`${server.url}/api/admin/mails`, { headers: { ...headers } });
  expect(read.headers.get('cache-control')).toBe('no-store');
  return (await read.json()) as Listed;
};
const retry = (server: TestServer, id: string, headers: object) =>
  fetch(`${server.url}/api/admin/mails/${id}/retry`, { method: 'POST', headers: { ...headers } });
const message = { name: 'Ann', email: 'ann@example.com', subject: 'Vraag', message: 'Dag' };

test('a mail that was given up is listed with its reason in words, and sent by a press', async () => {
  const { server, mails, headers } = await open();
  mails.rejectNext(1, { status: 554, text: '5.7.1 spam, ann@example.com', at: 'content' });
  const sent = await fetch(`${server.url}/api/contact`, json(message));
  const { id } = (await sent.json()) as { id: string };
  await expect.poll(async () => (await list(server, headers)).failed).toBe(1);
  const { mails: listed } = await list(server, headers);
  expect(listed).toMatchObject([
    {
      id,
      state: 'failed',
      to: 'c@example.com',
      problem: 'rejected',
      reason: 'The mail server rejects this email, perhaps as spam.',
      codes: 'EMESSAGE 554',
      canRetry: true,
    },
  ]);
  expect(JSON.stringify(listed)).not.toContain('Dag');
  expect((await retry(server, id, headers)).status).toBe(202);
  await expect.poll(() => mails.received.length).toBe(1);
  expect(mails.received[0]?.email.text).toContain('Dag');
  await expect.poll(async () => (await list(server, headers)).mails).toEqual([]);
  expect((await retry(server, id, headers)).status).toBe(404);
  // The row is written after the response.
  const rows = () => server.ports.securityLog.list({ actionType: 'mail_retried', limit: 5 });
  await expect.poll(rows).toMatchObject([{ severity: 'medium', details: { id } }]);
});

test('a mail with a link that was given up holds no link any more, and says so when it is retried', async () => {
  const { server, mails, headers } = await open();
  mails.rejectNext(1, { status: 550, text: 'no such user', at: 'recipient' });
  const body = { email: 'who@example.com', programId: 'mind-body-12' };
  await fetch(`${server.url}/api/notify`, json(body));
  await expect.poll(async () => (await list(server, headers)).failed).toBe(1);
  const [given] = (await list(server, headers)).mails;
  expect(given).toMatchObject({ to: null, problem: 'recipient_rejected', canRetry: false });
  const rejected = await retry(server, given?.id ?? '', headers);
  expect([rejected.status, await rejected.json()]).toMatchObject([
    409,
    { code: 'mail_content_gone' },
  ]);
});

test('mails that wait for the mail server are listed with the pause', async () => {
  const { server, mails, headers } = await open();
  mails.rejectNext(100, { status: 421, text: 'too many connections', at: 'connection' });
  await fetch(`${server.url}/api/contact`, json(message));
  await expect.poll(async () => (await list(server, headers)).pause?.problem).toBe('too_many');
  const { waiting, failed, mails: listed } = await list(server, headers);
  expect([waiting, failed]).toEqual([1, 0]);
  expect(listed).toMatchObject([{ state: 'waiting', problem: 'too_many', canRetry: true }]);
  mails.rejectNext(0);
  await retry(server, listed[0]?.id ?? '', headers);
  await expect.poll(() => mails.received.length).toBe(1);
  await expect.poll(async () => (await list(server, headers)).pause).toBeNull();
});

test('visitors and members see and send nothing; an id that is none is rejected', async () => {
  const { server, headers } = await open();
  const id = '5b0a7c1e-0000-4000-8000-000000000001';
  for (const [who, status] of [
    [{}, 401],
    [await asMember(server), 403],
  ] as const) {
    expect((await retry(server, id, who)).status).toBe(status);
    const read = await fetch(`${server.url}/api/admin/mails`, { headers: who });
    expect(read.status).toBe(status);
  }
  expect((await retry(server, 'none', headers)).status).toBe(400);
});

test('a launch mail counts as announced when the mail server has taken it', async () => {
  const { server, mails, headers } = await open();
  const { interests, mailQueue, clock } = server.ports;
  const at = clock.now();
  const interest = {
    id: 'i1',
    email: canonicalEmail('nele@example.com'),
    programId: 'mind-body-12',
    language: 'nl',
    textVersion: 'v',
    requestedAt: at,
    confirmedAt: undefined,
    announcedAt: undefined,
    launchQueued: false,
  } as const;
  const asking = { id: 'm1', to: interest.email, subject: 's', text: 't', html: 'h' };
  const links = { confirmDigest: 'c', confirmUntil: at + 1e6, unsubscribeDigest: 'u' };
  await interests.request(interest, links, asking, 0);
  await interests.confirm('c', at);
  await expect.poll(() => mails.received.length).toBe(1);
  mails.rejectNext(1, { status: 554, text: 'no', at: 'content' });
  const launch = { programId: interest.programId };
  await fetch(`${server.url}/api/admin/notify/launch`, json(launch, { ...headers }));
  await expect.poll(async () => (await mailQueue.counts()).failed).toBe(1);
  const row = async () => {
    const read = await fetch(`${server.url}/api/admin/notify`, { headers: { ...headers } });
    return ((await read.json()) as { interests: readonly object[] }).interests[0];
  };
  expect(await row()).toMatchObject({ announcedAt: null, launchQueued: true });
  await retry(server, (await mailQueue.unsent(1))[0]?.id ?? '', headers);
  await expect.poll(row).toMatchObject({ announcedAt: expect.any(String), launchQueued: false });
  expect(mails.received).toHaveLength(2);
});

test('a mail that waits behind the pause of the queue has its reason, and its time to be tried', async () => {
  const { server, headers } = await open();
  const until = server.ports.clock.now() + 300_000;
  await server.ports.mailQueue.setPause({ problem: 'too_many', failures: 1, until });
  const sent = await fetch(`${server.url}/api/contact`, json(message));
  expect(sent.status).toBe(201);
  const listed = await list(server, headers);
  const [mail] = listed.mails;
  expect(mail).toMatchObject({ state: 'waiting', problem: 'too_many', codes: '' });
  expect(mail?.reason).toBe(listed.pause?.reason);
  expect(mail?.reason).not.toBe('');
  expect(mail).toMatchObject({ nextTryAt: new Date(until).toISOString() });
  const shown = unsentLines(await readUnsentMails(server.ports, 10), server.ports.clock.now());
  expect(shown[0]).toContain(`${mail?.reason} Failed tries: 0, next try `);
});
