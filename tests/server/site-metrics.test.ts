import { statfs } from 'node:fs/promises';
import { hourMs } from '@coachsite/core/kernel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import program from '#server/package.json' with { type: 'json' };
import { goodPassword, newEmail } from '../support/auth-client.ts';
import { makePdf } from '../support/pdf.ts';
import { json } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
});
afterAll(() => server.stop());

/** The figures of the site by name and labels, as a scraper reads them. */
async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^coachsite_(\S+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

const message = {
  name: 'An',
  email: 'an@example.com',
  subject: 'Vraag',
  message: 'Hoe lang duurt het?',
};

test('a new site has no mails, no messages, no backup and no e-book', async () => {
  expect(await figures()).toMatchObject({
    [`info{version="${program.version}"}`]: 1,
    'mails{state="waiting"}': 0,
    'mails{state="failed"}': 0,
    text_messages_waiting: 0,
    messages_open: 0,
    messages_late: 0,
    ebook_present: 0,
    last_backup_timestamp_seconds: 0,
    'security_events_total{action="lock",source="server"}': 0,
  });
});

test('a message counts as open, with its mail that waits, and as late after the promise', async () => {
  const sent = await fetch(`${server.url}/api/contact`, json(message));
  expect(sent.status).toBe(201);
  expect(await figures()).toMatchObject({
    messages_open: 1,
    messages_late: 0,
    'mails{state="waiting"}': 1,
  });
  const { id } = (await sent.json()) as { id: string };
  await server.ports.messages.update(id, (stored) => ({
    ...stored,
    receivedAt: stored.receivedAt - server.config.replyPromiseMs - hourMs,
  }));
  expect(await figures()).toMatchObject({ messages_open: 1, messages_late: 1 });
});

test('failed sign-ins and the lock they end in are counted', async () => {
  const email = newEmail();
  const attempt = (password: string) =>
    fetch(`${server.url}/auth/v1/token?grant_type=password`, json({ email, password }));
  const before = await figures();
  for (let i = 0; i < 5; i += 1) await attempt(`${goodPassword}x`);
  const grown = async (action: string) => {
    const name = `security_events_total{action="${action}",source="server"}`;
    return ((await figures())[name] ?? 0) - (before[name] ?? 0);
  };
  await expect.poll(() => grown('auth_failure')).toBe(5);
  await expect.poll(() => grown('lock')).toBe(1);
});

test('an e-book, a backup and what the disk holds are reported', async () => {
  const form = new FormData();
  form.append('file', new Blob([makePdf()], { type: 'application/pdf' }), 'gids.pdf');
  const headers = await asAdmin(server);
  await fetch(`${server.url}/api/admin/ebook`, { method: 'POST', headers, body: form });
  await server.ports.maintenance.record('backup', 1_700_000_000_000);
  const now = await figures();
  expect(now).toMatchObject({ ebook_present: 1, last_backup_timestamp_seconds: 1_700_000_000 });
  expect(now.database_bytes).toBeGreaterThan(4096);
  const { bavail, bsize, blocks } = await statfs(server.dataDirectory);
  expect(now.disk_free_bytes).toBeGreaterThan(0);
  expect(now.disk_free_bytes).toBeLessThanOrEqual(blocks * bsize);
  expect(bavail).toBeGreaterThan(0);
});

test('a figure that cannot be read is left out, and the others stay', async () => {
  const { mailQueue, ebooks } = server.ports;
  const away = () => Promise.reject(new Error('the database is away'));
  const spies = [
    vi.spyOn(mailQueue, 'counts').mockImplementation(away),
    vi.spyOn(ebooks, 'active').mockImplementation(away),
  ];
  const without = await figures();
  for (const spy of spies) spy.mockRestore();
  const missing = Object.keys(await figures()).filter((name) => !(name in without));
  expect(missing).toEqual(['mails{state="waiting"}', 'mails{state="failed"}', 'ebook_present']);
});

test('how busy the event loop is, is read when it is asked for: no timer wakes a site without visitors for it', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const own = await startTestServer();
  const text = await (await fetch(`${own.url}/metrics`)).text();
  expect(text).toContain('nodejs_eventloop_lag_seconds ');
  expect(text).not.toMatch(/eventloop_utilization|eventloop_lag_\w+_seconds/);
  expect(Number(/^coachsite_event_loop_busy_ratio (.*)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(timers.mock.calls.map(([, everyMs]) => everyMs)).not.toContain(100);
  timers.mockRestore();
  await own.stop();
});
