import { integrityCheckIntervalMs } from '@coachsite/core/backup';
import { memoryMaintenanceLog } from '@coachsite/core/testing';
import { err, ok } from 'neverthrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkIntegrityWeekly } from '#server/src/jobs/integrity.ts';
import { json } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const overview = async (headers: Readonly<Record<string, string>>) =>
  fetch(`${server.url}/api/admin/overview`, { headers });

test('an admin sees what needs attention, over everything stored', async () => {
  const admin = await asAdmin(server);
  const empty = await overview(admin);
  expect(empty.status).toBe(200);
  expect(empty.headers.get('cache-control')).toBe('no-store');
  expect(await empty.json()).toEqual({
    messages: { new: 0, late: 0, dueSoon: 0, oldestDueAt: null },
    mails: { waiting: 0, failed: 0 },
    downloads: { total: 0, today: 0, thisWeek: 0, thisMonth: 0 },
    backup: { lastAt: null },
    jobs: [
      { name: 'backup', lastAt: null, isLate: false },
      { name: 'clean_up', lastAt: null, isLate: false },
      { name: 'integrity_check', lastAt: expect.any(String), isLate: false },
      { name: 'audit', lastAt: null, isLate: false },
    ],
    pause: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  const message = { name: 'An', email: 'an@example.com', subject: 'Vraag', message: 'Dag' };
  await fetch(`${server.url}/api/contact`, json(message));
  const at = Date.UTC(2026, 10, 23);
  await server.ports.maintenance.record('backup', at);
  await server.ports.maintenance.record('audit_failed', at);
  const [stored] = await server.ports.messages.list({ limit: 1, offset: 0 });
  const due = (stored?.receivedAt ?? 0) + server.config.replyPromiseMs;
  expect(await (await overview(admin)).json()).toMatchObject({
    messages: { new: 1, late: 0, dueSoon: 0, oldestDueAt: new Date(due).toISOString() },
    backup: { lastAt: new Date(at).toISOString() },
    jobs: expect.arrayContaining([{ name: 'audit', lastAt: null, isLate: true }]),
  });
});

test('every page may ask how many messages are new, without a row in the log', async () => {
  const admin = await asAdmin(server);
  const rows = async () =>
    (await server.ports.securityLog.list({ actionType: 'admin_access', limit: 100 })).length;
  const before = await rows();
  const waiting = (headers: Readonly<Record<string, string>>) =>
    fetch(`${server.url}/api/admin/waiting`, { headers });
  const { messages } = (await (await overview(admin)).json()) as { messages: { new: number } };
  const response = await waiting(admin);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ messages: messages.new });
  expect(await rows()).toBe(before + 1);
  expect((await waiting({})).status).toBe(401);
  expect((await waiting(await asMember(server))).status).toBe(403);
});

test('nobody else sees it', async () => {
  expect((await overview({})).status).toBe(401);
  expect((await overview(await asMember(server))).status).toBe(403);
});

test('the whole database is checked once a week, and damage is logged until it is repaired', async () => {
  const maintenance = memoryMaintenanceLog();
  const reasons: unknown[] = [];
  const log = { error: (fields: object) => void reasons.push(fields) };
  let [now, checks, isDamaged] = [1000, 0, false];
  const look = () =>
    checkIntegrityWeekly(
      {
        clock: { now: () => now },
        maintenance,
        checkIntegrity: async () => {
          checks += 1;
          return isDamaged ? err({ kind: 'database_damaged', reason: 'row 1 missing' }) : ok();
        },
      },
      log,
      new AbortController().signal,
    );
  await look();
  now += integrityCheckIntervalMs - 1;
  await look();
  expect(checks).toBe(0);
  now += 1;
  await look();
  await look();
  expect(checks).toBe(1);
  now += integrityCheckIntervalMs;
  isDamaged = true;
  await look();
  await look();
  expect(reasons).toEqual([{ reason: 'row 1 missing' }, { reason: 'row 1 missing' }]);
  // The process of its own, over the database that is being served.
  const { signal } = new AbortController();
  expect((await server.ports.checkIntegrity(signal)).isOk()).toBe(true);
});
