import { remindOfReplies } from '@coachsite/core/contact';
import { hourMs } from '@coachsite/core/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

let server: TestServer;
let admin: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await asAdmin(server);
});
afterAll(() => server.stop());

const call = async (path: string, init: RequestInit = { headers: admin }) =>
  fetch(`${server.url}/api/admin/${path}`, init);
const read = async (path: string) => (await (await call(path)).json()) as Record<string, never>;
const pause = (body: unknown, headers = admin) => call('pause', json(body, headers, 'PUT'));
const write = (subject: string, name = 'Ann') =>
  fetch(
    `${server.url}/api/contact`,
    json({ name, email: 'ann@example.com', subject, message: 'Dag' }),
  );
const day = (ahead: number) =>
  new Date(Date.now() + ahead * 24 * hourMs).toISOString().slice(0, 10);

test('the coach is reminded before the time ends, and once a day while a reply is late', async () => {
  const { ports, config } = server;
  const settings = { promiseMs: config.replyPromiseMs };
  const waitFor = async (subject: string, hours: number) => {
    await write(subject);
    const [message] = await ports.messages.list({ search: subject, limit: 1, offset: 0 });
    await ports.messages.update(message?.id ?? '', (one) => ({
      ...one,
      receivedAt: one.receivedAt - hours * hourMs,
    }));
  };
  const reminders = async () =>
    (await server.outbox(config.contactTo))
      .filter(({ subject }) => /op je antwoord$/.test(subject ?? ''))
      .map(({ text }) => text);
  await waitFor('Almost', 21);
  await remindOfReplies(ports, settings);
  await remindOfReplies(ports, settings);
  expect(await reminders()).toEqual([expect.stringContaining('Almost')]);
  await waitFor('Overdue', 25);
  await remindOfReplies(ports, settings);
  await remindOfReplies(ports, settings);
  expect(await reminders()).toEqual([
    expect.stringContaining('Almost'),
    expect.stringContaining('Overdue'),
  ]);
  const { summary } = await read('messages?status=spam');
  expect(summary).toEqual({ new: 2, late: 1, dueSoon: 1 });
});

test('a search finds messages, and the export has all that match, whatever the page', async () => {
  await write('Knie', 'Bart');
  await write('=SUM(1)', 'Bart');
  const found = await read('messages?q=bart&limit=1');
  expect(found).toMatchObject({ counts: { new: 2 }, messages: [{ subject: 'Knie' }] });
  const csv = await call('messages?q=bart&limit=1&format=csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^id,status,flagged,receivedAt,replyDueAt/);
  expect(lines[2]).toContain("'=SUM(1)");
});

test('a pause moves when replies are due, and can be ended', async () => {
  expect(await read('pause')).toBeNull();
  await write('before');
  const dates = { from: day(-1), until: day(3) };
  const set = await pause(dates);
  expect([set.status, await set.json()]).toEqual([200, dates]);
  expect(await read('pause')).toEqual(dates);
  expect(await read('overview')).toMatchObject({ pause: dates });
  const { messages } = (await read('messages?q=before')) as unknown as {
    messages: { receivedAt: string; replyDueAt: string }[];
  };
  const due = Date.parse(messages[0]?.replyDueAt ?? '');
  // A day after the last day of the pause has ended in Brussels.
  expect(due).toBeGreaterThan(Date.parse(`${day(4)}T21:00:00Z`));
  expect(due).toBeLessThanOrEqual(Date.parse(`${day(5)}T00:00:00Z`));
  expect((await call('pause', { method: 'DELETE', headers: admin })).status).toBe(204);
  expect(await read('pause')).toBeNull();
  expect(await read('messages')).toMatchObject({ summary: { late: 1, dueSoon: 1 } });
});

test('days off from a past or present day stop no clock before they are set, and taken back they leave no trace', async () => {
  const { ports } = server;
  const [first] = await ports.messages.list({ limit: 1, offset: 0 });
  const receivedAt = Date.now() - 5 * 24 * hourMs;
  await ports.messages.update(first?.id ?? '', (one) => ({ ...one, status: 'new', receivedAt }));
  const dues = async () => {
    const { messages } = await read('messages');
    return (messages as unknown as readonly { id: string; replyDueAt: string }[])
      .map(({ id, replyDueAt }) => [id, replyDueAt])
      .sort();
  };
  const late = async () => (await read('overview')).messages as unknown as { late: number };
  const before = [await dues(), (await late()).late];
  expect(before[1]).toBeGreaterThan(0);
  for (const from of [-30, -1, 0]) {
    expect((await pause({ from: day(from), until: day(3) })).status).toBe(200);
    expect((await late()).late).toBe(before[1]);
    expect((await pause({ from: day(1), until: day(3) })).status).toBe(200);
    expect((await late()).late).toBe(before[1]);
    expect((await call('pause', { method: 'DELETE', headers: admin })).status).toBe(204);
    expect([await dues(), (await late()).late]).toEqual(before);
  }
});

test('wrong dates are named, and only an admin sets a pause', async () => {
  const wrong = await pause({ from: 'tomorrow', until: '' });
  expect(wrong.status).toBe(422);
  expect(await wrong.json()).toMatchObject({
    code: 'validation_failed',
    fields: { from: 'not_a_date', until: 'required' },
  });
  const dates = { from: day(1), until: day(2) };
  expect((await pause(dates, {})).status).toBe(401);
  expect((await pause(dates, await asMember(server))).status).toBe(403);
});
