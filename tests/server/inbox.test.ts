import { expect, test } from 'vitest';
import { json } from '../support/requests.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

const server = await sharedServer();
const admin = await asAdmin(server);

interface Inbox {
  readonly messages: readonly {
    readonly id: string;
    readonly subject: string;
    readonly status: string;
    readonly receivedAt: string;
    readonly replyDueAt: string;
    readonly answeredAt: string | null;
  }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly mails: { readonly waiting: number; readonly failed: number };
}

async function write(subject: string): Promise<string> {
  const message = { name: 'Ann', email: 'ann@example.com', subject, message: '<b>Dag</b>' };
  const response = await fetch(`${server.url}/api/contact`, json(message));
  return ((await response.json()) as { id: string }).id;
}
const inbox = async (query = '') =>
  (await (
    await fetch(`${server.url}/api/admin/messages${query}`, { headers: admin })
  ).json()) as Inbox;
const change = (id: string, body: unknown, headers = admin) =>
  fetch(`${server.url}/api/admin/messages/${id}`, json(body, headers, 'PATCH'));

test('the inbox shows when a reply is due, the one due soonest on top, by status and in pages', async () => {
  await write('first');
  const spam = await write('second');
  await write('third');
  expect((await change(spam, { status: 'spam' })).status).toBe(200);
  const all = await inbox();
  expect(all.messages.map(({ subject }) => subject)).toEqual(['first', 'third', 'second']);
  const [soonest] = all.messages;
  const due = Date.parse(soonest?.replyDueAt ?? '') - Date.parse(soonest?.receivedAt ?? '');
  expect(due).toBe(24 * 3_600_000);
  expect(all.counts).toEqual({ new: 2, answered: 0, archived: 0, spam: 1 });
  const page = await inbox('?status=new&limit=1&offset=1');
  expect(page.messages.map(({ subject }) => subject)).toEqual(['third']);
});

test('marking as answered stores the time, reopening removes it', async () => {
  const id = await write('question');
  const answered = (await (await change(id, { status: 'answered' })).json()) as {
    answeredAt: string | null;
  };
  expect(Date.parse(answered.answeredAt ?? '')).toBeGreaterThan(0);
  expect(await (await change(id, { status: 'new' })).json()).toMatchObject({
    status: 'new',
    answeredAt: null,
  });
});

test('a deleted message is gone', async () => {
  const id = await write('gone');
  const remove = () =>
    fetch(`${server.url}/api/admin/messages/${id}`, { method: 'DELETE', headers: admin });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect((await change(id, { status: 'new' })).status).toBe(404);
});

test.each([
  ['a status that does not exist', { status: 'done' }, 422],
  ['no status', {}, 422],
])('%s is rejected', async (_title, body, status) => {
  expect((await change(await write('x'), body)).status).toBe(status);
});

test('a malformed id and a malformed page are rejected', async () => {
  expect((await change('1', { status: 'new' })).status).toBe(400);
  const bad = await fetch(`${server.url}/api/admin/messages?limit=0`, { headers: admin });
  expect(bad.status).toBe(400);
});

test('a mail that was given up is named in the inbox', async () => {
  const { mailQueue, clock } = server.ports;
  const mail = { id: 'lost', to: 'a@example.com', subject: 'Lost', text: 'x', html: 'x' };
  await mailQueue.enqueue(mail, clock.now() + 3_600_000);
  const failure = { problem: 'recipient_rejected', reason: 'EENVELOPE 550' } as const;
  await mailQueue.giveUp('lost', failure, clock.now());
  expect((await inbox()).mails).toMatchObject({
    failed: 1,
    failures: [
      { subject: 'Lost', reason: 'The recipient’s address is rejected. It may not exist.' },
    ],
  });
});

test('visitors and members see and change nothing', async () => {
  const id = await write('private');
  const member = await asMember(server);
  for (const [headers, status] of [
    [{}, 401],
    [member, 403],
  ] as const) {
    const paths = ['messages', 'notify', 'notify?format=csv', 'security-events'];
    for (const path of paths) {
      const response = await fetch(`${server.url}/api/admin/${path}`, { headers });
      expect(response.status).toBe(status);
      expect(await response.text()).not.toContain('private');
    }
    expect((await change(id, { status: 'spam' }, headers)).status).toBe(status);
    const removed = await fetch(`${server.url}/api/admin/messages/${id}`, {
      method: 'DELETE',
      headers,
    });
    expect(removed.status).toBe(status);
  }
});

test('the security log is read newest first, by type, page after page', async () => {
  interface Log {
    readonly events: readonly { readonly id: string; readonly type: string }[];
    readonly next: string | null;
  }
  const read = async (query: string) =>
    (await (
      await fetch(`${server.url}/api/admin/security-events${query}`, { headers: admin })
    ).json()) as Log;
  await change(await write('logged'), { status: 'archived' });
  const { events } = await read('?type=message_change&limit=200');
  expect(events.length).toBeGreaterThan(2);
  expect(events.every(({ type }) => type === 'message_change')).toBe(true);
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page: Log = await read(
      `?type=message_change&limit=2${next === null ? '' : `&before=${next}`}`,
    );
    seen.push(...page.events.map(({ id }) => id));
    next = page.next;
  } while (next !== null);
  expect(seen).toEqual(events.map(({ id }) => id));
  const unknown = await fetch(`${server.url}/api/admin/security-events?type=x`, { headers: admin });
  expect(unknown.status).toBe(400);
});
