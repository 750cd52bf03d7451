import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { blankUser } from '@coachsite/core/account';
import { dayMs, hourMs } from '@coachsite/core/kernel';
import { expect, test } from 'vitest';
import { cleanUpByTrustedClock } from '#server/src/jobs/clean-up.ts';
import { removeExpired } from '#server/src/jobs/retention.ts';
import { json } from '../support/requests.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

const server = await sharedServer();

/** What the hourly job removes `days` from now. */
const removedAfter = (days: number, site = server.config.site) => {
  const now = server.ports.clock.now() + days * dayMs;
  return removeExpired({ ...server.ports, clock: { now: () => now } }, site);
};
const call = (path: string, body: unknown) => fetch(server.url + path, json(body));

/** One of everything, counted day by day: each kind leaves on its own day and not before. */
test('everything is kept as long as it may be and then removed', async () => {
  const { url, ports, config } = server;
  await call('/api/contact', {
    name: 'Ann',
    email: 'ann@example.com',
    subject: 'Dag',
    message: 'Dag',
  });
  await call('/api/notify', { email: 'ann@example.com', programId: 'mind-body-12' });
  await call('/api/log-client-error', { message: 'broken' });
  await call('/api/consent', {
    id: '5b0a7c1e-0000-4000-8000-000000000001',
    policyVersion: '1',
    language: 'nl',
    functional: false,
    analytics: false,
    marketing: false,
  });
  await ports.missed.add([{ path: '/old', count: 1, lastAt: ports.clock.now() }], 500);
  await fetch(`${url}/api/admin/messages`, { headers: await asAdmin(server) });
  expect(await server.outbox()).toHaveLength(2);

  const none = {
    ...{ messages: 0, interests: 0, clientErrors: 0, consents: 0, mails: 0, outbox: 0 },
    missedPaths: 0,
  };
  expect(await removedAfter(13.9)).toMatchObject({ ...none, securityEvents: 0 });
  expect(await removedAfter(14.1)).toMatchObject({ ...none, interests: 1 });
  expect(await removedAfter(29.9)).toMatchObject(none);
  expect(await removedAfter(30.1)).toMatchObject({
    ...none,
    clientErrors: 1,
    missedPaths: 1,
    mails: 2,
    outbox: 2,
  });
  expect(readdirSync(config.outboxDirectory)).toEqual([]);
  expect((await removedAfter(89.9)).securityEvents).toBe(0);
  expect((await removedAfter(90.1)).securityEvents).toBe(1);
  expect(await removedAfter(364.9)).toMatchObject(none);
  expect(await removedAfter(365.1)).toMatchObject({ ...none, messages: 1 });
  expect(await ports.messages.list({ limit: 10, offset: 0 })).toEqual([]);
  expect(await removedAfter(3 * 365 + 0.1)).toMatchObject({ ...none, consents: 1 });
});

test('addresses notified of a launch are removed thirty days later, the others stay', async () => {
  const { interests } = server.ports;
  for (const programId of ['mind-body-12', 'premium-1-on-1']) {
    const email = 'carl@example.com';
    await call('/api/notify', { email, programId });
    const mail = (await server.outbox(email)).at(-1);
    await call('/api/notify/confirm', { token: mail?.link?.searchParams.get('token') });
  }
  const admin = await asAdmin(server);
  const response = await fetch(
    `${server.url}/api/admin/notify/launch`,
    json({ programId: 'mind-body-12' }, admin),
  );
  expect(await response.json()).toEqual({ queued: 1 });
  // Years later even a mail that is just being written is old: it has to be out before.
  await server.outbox();
  expect((await removedAfter(29.9)).interests).toBe(0);
  expect((await removedAfter(30.1)).interests).toBe(1);
  expect((await removedAfter(3650)).interests).toBe(0);
  const left = (await interests.confirmed()).map(({ programId }) => programId);
  expect(left).toEqual(['premium-1-on-1']);
});

test('messages stay as many months as the site says', async () => {
  const { site } = server.config;
  const say = (messageMonths: number) => ({ ...site, retention: { messageMonths } });
  const message = { name: 'Ann', email: 'ann@example.com', subject: 'Dag', message: 'Dag' };
  await call('/api/contact', message);
  await server.outbox();
  expect((await removedAfter(2 * 365 - 0.1, say(24))).messages).toBe(0);
  expect((await removedAfter(365 / 12 - 0.1, say(1))).messages).toBe(0);
  expect((await removedAfter(365 / 12 + 0.1, say(1))).messages).toBe(1);
});

test('the outbox goes by the age of its files', async () => {
  const { config } = server;
  await call('/api/notify', { email: 'bob@example.com', programId: 'mind-body-12' });
  await server.outbox();
  const [name = ''] = readdirSync(config.outboxDirectory);
  utimesSync(join(config.outboxDirectory, name), 1, 1);
  expect(await server.ports.outbox.purge(1000)).toBe(0);
  expect(await server.ports.outbox.purge(1001)).toBe(1);
});

test('a clock that jumped ahead by years removes no message, also after a restart (DR-7)', async () => {
  const { ports, config } = server;
  const message = { name: 'Ann', email: 'ann@example.com', subject: 'Dag', message: 'Dag' };
  await call('/api/contact', message);
  await server.outbox();
  const warnings: unknown[] = [];
  const start = ports.clock.now();
  let [ahead, passed] = [0, 0];
  const clock = { now: () => start + ahead + passed };
  const log = { warn: (_facts: object, text: string) => warnings.push(text) };
  const begin = () => cleanUpByTrustedClock({ ...ports, clock }, config.site, log, () => passed);
  await ports.maintenance.record('clean_up', start);
  const cleanUp = begin();
  expect(await cleanUp()).toMatchObject({ messages: 0 });
  ahead = 5 * 365 * dayMs;
  passed = hourMs;
  expect(await cleanUp()).toBeUndefined();
  expect(await begin()()).toBeUndefined();
  expect(warnings).toHaveLength(2);
  ahead = 0;
  passed = 2 * hourMs;
  expect(await cleanUp()).toBeUndefined();
  passed = 8 * hourMs;
  expect(await cleanUp()).toMatchObject({ messages: 0 });
  expect(await ports.messages.list({ limit: 10, offset: 0 })).toHaveLength(1);
});

test('accounts that nobody confirmed leave after thirty days, admins and those with a session stay', async () => {
  const { ports } = server;
  const now = ports.clock.now();
  for (const id of ['left', 'admin', 'used']) await ports.users.create(blankUser(id, now));
  await ports.roles.grant('admin', 'admin', now);
  await ports.sessions.create(
    {
      id: 'session',
      userId: 'used',
      amr: [],
      createdAt: now,
      refreshedAt: now + 5 * dayMs,
      notAfter: undefined,
      ip: '',
      userAgent: '',
      refresh: { counter: 0, start: 0, key: 'k', hash: 'h', rotatedAt: now },
    },
    0,
  );
  const present = async () =>
    (await Promise.all(['left', 'admin', 'used'].map(ports.users.byId))).map((user) => user?.id);
  expect((await removedAfter(29.9)).accounts).toBe(0);
  expect((await removedAfter(30.1)).accounts).toBe(1);
  expect(await present()).toEqual([undefined, 'admin', 'used']);
  expect((await removedAfter(35.1)).accounts).toBe(1);
  expect(await present()).toEqual([undefined, 'admin', undefined]);
});
