import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from '@coachsite/adapters/postgres';
import { sqlMailQueue, sqlMessageStore } from '@coachsite/adapters/stores';
import { calendarDay } from '@coachsite/core/kernel';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { silentMs } from '#adapters/src/node/postgres/database.ts';
import { waitMs } from '#adapters/src/node/postgres/session.ts';
import { limits } from '#server/src/http/limits.ts';
import { call, goodPassword, newEmail, otherPassword, signIn } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { cuttable } from '../support/cuttable.ts';
import { hashOf, makePdf } from '../support/pdf.ts';
import { newRole } from '../support/postgres-role.ts';
import { newSchema, onServer } from '../support/postgres-schema.ts';
import { json } from '../support/requests.ts';
import { type SiteProcesses, startSiteProcesses } from '../support/site-processes.ts';
import { writtenArticle } from '../support/written-article.ts';

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

const setupTokenOf = ({ processes }: SiteProcesses) =>
  processes.map(({ said }) => /admin-setup\?token=(\S+)/.exec(said.out)?.[1] ?? '');

const asForm = (bytes: Uint8Array) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'gids.pdf');
  return form;
};

/** Source: docs/security.md#DR-10, docs/security.md#BT-1, docs/security.md#LK-3, docs/security.md#SE-3. */
describe('four processes on one database', () => {
  let site: SiteProcesses;
  beforeAll(async () => {
    site = await startSiteProcesses(4, { AUTH_LOCKOUT_SECONDS: '60' });
  });
  afterAll(() => site.stop());
  const admin = { email: 'coach@example.com', password: goodPassword };

  test('print one set-up token, with which one admin of many at once is made', async () => {
    const tokens = new Set(setupTokenOf(site));
    expect(tokens.size).toBe(1);
    const [token] = tokens;
    const made = await times(12, (index) =>
      call(site, 'POST', '/api/admin-setup', {
        body: { ...admin, token, email: index === 0 ? admin.email : newEmail() },
      }),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
    const winner = made.find(({ status }) => status === 201)?.body.email;
    admin.email = winner;
    expect((await signIn(site, winner, admin.password)).status).toBe(200);
  });

  test('make one account of sign-ups of one address at once', async () => {
    const email = newEmail();
    const made = await times(16, () =>
      call(site, 'POST', '/auth/v1/signup', { body: { email, password: goodPassword } }),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(made.filter(({ status }) => status === 422)).toHaveLength(15);
  });

  test('check no more than five of many guesses at once, and then not the right password either', async () => {
    const email = newEmail();
    await call(site, 'POST', '/auth/v1/signup', { body: { email, password: goodPassword } });
    const guesses = await times(40, () => signIn(site, email, otherPassword));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(35);
    expect((await signIn(site, email, goodPassword)).status).toBe(429);
  });

  test('lock nobody out who signs in with the right password many times at once', async () => {
    const email = newEmail();
    await call(site, 'POST', '/auth/v1/signup', { body: { email, password: goodPassword } });
    const responses = await times(24, () => signIn(site, email, goodPassword));
    expect(responses.map(({ status }) => status)).toEqual(Array(24).fill(200));
  });

  test('follow an old address that one of them saved, until one takes it back', async () => {
    const signedIn = await signIn(site, admin.email, admin.password);
    const headers = { authorization: `Bearer ${signedIn.body.access_token}` };
    const save = (redirects: readonly object[]) =>
      fetch(`${site.url}/api/admin/redirects`, json({ redirects }, headers, 'PUT'));
    // As many requests as there are processes reach each of them.
    const statuses = async () =>
      new Set(
        (await times(8, () => fetch(`${site.url}/oud`, { redirect: 'manual' }))).map(
          ({ status }) => status,
        ),
      );
    expect((await save([{ from: '/oud', to: '/contact' }])).status).toBe(200);
    await expect.poll(statuses).toEqual(new Set([308]));
    expect((await save([])).status).toBe(200);
    await expect.poll(statuses).toEqual(new Set([404]));
  });

  test('store a message once that is sent to several of them at once', async () => {
    const message = { name: 'Ann', email: newEmail(), subject: 'Dag', message: 'Eén keer' };
    const sent = await times(16, () => fetch(`${site.url}/api/contact`, json(message)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = await Promise.all(sent.map(async (one) => (await one.json()).id));
    expect(new Set(ids).size).toBe(1);
  });

  test('rotate a refresh token once, when many requests bring it at the same time', async () => {
    const email = newEmail();
    const made = await call(site, 'POST', '/auth/v1/signup', {
      body: { email, password: goodPassword },
    });
    const refresh = (refresh_token: string) =>
      call(site, 'POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
    const responses = await times(20, () => refresh(made.body.refresh_token));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
    const next = responses[0]?.body.refresh_token;
    expect(next).not.toBe(made.body.refresh_token);
    expect((await refresh(next)).status).toBe(200);
  });

  test('give whole e-books to readers while they are replaced', async () => {
    const bearer = (await signIn(site, admin.email, admin.password)).body.access_token;
    const version = (index: number) => makePdf({ marker: `version ${index}`, sizeBytes: 100_000 });
    const versions = [version(0), version(1), version(2), version(3)] as const;
    const put = async (bytes: Uint8Array) => {
      const response = await fetch(`${site.url}/api/admin/ebook`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: asForm(bytes),
      });
      expect(response.status).toBeLessThan(300);
    };
    await put(versions[0]);
    const known = new Set(versions.map(hashOf));
    let isOver = false;
    const seen = new Set<string>();
    const reader = async () => {
      while (!isOver) {
        const response = await fetch(`${site.url}/storage/v1/object/public/ebook/free-guide.pdf`);
        expect(response.status).toBe(200);
        const hash = hashOf(new Uint8Array(await response.arrayBuffer()));
        expect(known.has(hash)).toBe(true);
        seen.add(hash);
      }
    };
    const readers = times(6, reader);
    for (const next of [...versions.slice(1), ...versions]) await put(next);
    isOver = true;
    await readers;
    expect(seen.size).toBeGreaterThan(1);
    // Every process gives the last one.
    const lasts = await times(8, async () => {
      const response = await fetch(`${site.url}/storage/v1/object/public/ebook/free-guide.pdf`);
      return hashOf(new Uint8Array(await response.arrayBuffer()));
    });
    expect(new Set(lasts)).toEqual(new Set([hashOf(versions[3])]));
  });

  test('show saved facts and days off on the next page of every process, and give its app the same facts', async () => {
    const bearer = (await signIn(site, admin.email, admin.password)).body.access_token;
    const one = (method: string, path: string, body?: unknown) =>
      call(site, method, `/api/admin/${path}`, { bearer, ...(body ? { body } : {}) });
    const pageOf = async (at: string, path: string) => {
      const response = await fetch(`${at}${path}?lang=en`, {
        headers: { host: new URL(site.url).host },
      });
      return response.text();
    };
    const everyPage = (path: string) =>
      Promise.all(site.processes.map(({ url }) => pageOf(url, path)));
    const away = 'of my return';
    for (const text of await everyPage('/contact')) expect(text).not.toContain(away);

    for (const phone of ['+32 470 11 11 11', '+32 470 22 22 22']) {
      const { version, facts } = (await one('GET', 'site')).body;
      const saved = await one('PUT', 'site', { version, facts: { ...facts, phone } });
      expect(saved.status).toBe(200);
      const texts = await everyPage('/faq');
      for (const text of texts) expect(text).toContain(phone);
      const digests = new Set(texts.map((text) => /"facts":"([\w-]+)"/.exec(text)?.[1]));
      expect(digests.size).toBe(1);
    }
    const { version, facts } = (await one('GET', 'site')).body;
    const phone = '+32 470 33 33 33';
    await one('PUT', 'site', { version, facts: { ...facts, phone } });
    const [first = '', ...others] = site.processes.map(({ url }) => url);
    const digest = /"facts":"([\w-]+)"/.exec(await pageOf(first, '/'))?.[1];
    for (const at of others) {
      const response = await fetch(`${at}/facts/${digest}.json`);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(await response.json()).toMatchObject({ phone });
    }

    const today = calendarDay('Europe/Brussels', Date.now());
    expect((await one('PUT', 'pause', { from: today, until: today })).status).toBe(200);
    for (const text of await everyPage('/contact')) expect(text).toContain(away);
    expect((await one('DELETE', 'pause')).status).toBe(204);
    for (const text of await everyPage('/contact')) expect(text).not.toContain(away);
  });

  test('show an article that one of them published on each, with list, feed, sitemap and image', async () => {
    const bearer = (await signIn(site, admin.email, admin.password)).body.access_token;
    const path = '/api/admin/articles/op-de-site/nl';
    const put = async (front: Readonly<Record<string, string>>) => {
      const markdown = writtenArticle('Op de / site', { front });
      const saved = await call(site, 'PUT', path, { bearer, body: { markdown } });
      expect([saved.status, saved.body.isPublished]).toEqual([200, true]);
    };
    const at = (url: string, where: string) =>
      fetch(url + where, { headers: { host: new URL(site.url).host } });
    await put({});
    for (const { url } of site.processes) {
      const read = async () => (await at(url, '/blog/op-de-site')).text();
      await expect.poll(read, { timeout: 2_000 }).toContain('De zin onder de titel.');
      const page = await read();
      for (const where of ['/blog', '/feed.xml', '/sitemap.xml'])
        expect(await (await at(url, where)).text()).toContain('/blog/op-de-site');
      const image = /property="og:image" content="[^"]*(\/social\/[^"]+)"/.exec(page)?.[1] ?? '';
      const drawn = await at(url, image);
      expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    await put({ draft: 'true' });
    for (const { url } of site.processes)
      await expect.poll(async () => (await at(url, '/blog/op-de-site')).status).toBe(404);
  });
});

test('a process that is killed under load loses nothing that was acknowledged, and the other goes on', async () => {
  const site = await startSiteProcesses(2);
  onTestFinished(() => site.stop());
  const acknowledged: string[] = [];
  let isOver = false;
  const sender = async (name: string) => {
    for (let i = 0; !isOver; i += 1) {
      const message = { name, email: 'ann@example.com', subject: `${name} ${i}`, message: 'Dag' };
      const response = await fetch(`${site.url}/api/contact`, json(message)).catch(() => undefined);
      if (response?.status === 201) acknowledged.push((await response.json()).id);
    }
  };
  const senders = times(4, (index) => sender(`sender ${index}`));
  const after = (count: number) =>
    expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(count);
  await after(20);
  const [killed, other] = site.processes;
  killed?.child.kill('SIGKILL');
  await killed?.ended;
  const before = acknowledged.length;
  site.proxy.use([Number(new URL(other?.url ?? '').port)]);
  await after(before + 20);
  isOver = true;
  await senders;
  const database = await openPostgres(site.env['DATABASE_URL'] ?? '');
  onTestFinished(() => database.close());
  const messages = sqlMessageStore(database, sqlMailQueue(database));
  const kept = new Set((await messages.list({ limit: 10_000, offset: 0 })).map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

test('while the database is away calls get 503 with Retry-After and pages go on; nothing is restarted after', async () => {
  const line = await cuttable(await newSchema());
  onTestFinished(line.stop);
  const site = await startSiteProcesses(2, { DATABASE_URL: line.url });
  onTestFinished(() => site.stop());
  const email = newEmail();
  const made = await call(site, 'POST', '/auth/v1/signup', {
    body: { email, password: goodPassword },
  });
  const bearer = made.body.access_token;
  const page = () => call(site, 'GET', '/', { headers: { accept: 'text/html' } });
  const seen = await times(2, page);
  expect(seen.map(({ status }) => status)).toEqual([200, 200]);
  line.cut();
  const asked = () => [
    signIn(site, email, goodPassword),
    call(site, 'GET', '/auth/v1/user', { bearer }),
    call(site, 'GET', '/readyz'),
    fetch(`${site.url}/api/contact`, json({ name: 'Ann', email, subject: 'Dag', message: 'Dag' })),
  ];
  for (const responses of [await Promise.all(asked()), await Promise.all(asked())]) {
    for (const { status, headers } of responses) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  }
  expect((await times(2, page)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await call(site, 'GET', '/healthz')).status).toBe(200);
  line.mend();
  // The probe of readiness is shared for a second.
  await wait(1_100);
  const responses = await Promise.all([...asked(), ...asked()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200, 200, 200, 201]);
});

test('a request that waits for a connection that is silent gets its response before the server gives up its socket', () => {
  expect(waitMs + silentMs).toBeLessThan(limits.idleMs);
});

test('a start says how many connections the user of the database may open, where these are few, and serves with them', async () => {
  const { url } = await newRole({}, 'CONNECTION LIMIT 5');
  const site = await startSiteProcesses(1, { DATABASE_URL: url });
  onTestFinished(() => site.stop());
  expect(site.processes[0]?.said.err).toMatch(
    /^Note: the user of DATABASE_URL may open 5 connections at once; this process opens up to 11, .* Set DATABASE_POOL_SIZE to 3, .*\n$/,
  );
  const emails = await times(20, async (index) => `member-${index}@example.com`);
  const signUp = (email: string) =>
    call(site, 'POST', '/auth/v1/signup', { body: { email, password: goodPassword } });
  for (const { status } of await Promise.all(emails.map(signUp))) expect(status).toBe(200);
  const signedIn = await Promise.all(emails.map((email) => signIn(site, email, goodPassword)));
  for (const { status } of signedIn) expect(status).toBe(200);
});

test('a process opens as many connections as it was told, and no more', async () => {
  const { name, url } = await newRole({}, 'CONNECTION LIMIT 4');
  const site = await startSiteProcesses(1, { DATABASE_URL: url, DATABASE_POOL_SIZE: '2' });
  onTestFinished(() => site.stop());
  expect(site.processes[0]?.said.err).toBe('');
  const email = newEmail();
  const body = { email, password: goodPassword };
  expect((await call(site, 'POST', '/auth/v1/signup', { body })).status).toBe(200);
  const signedIn = await times(12, () => signIn(site, email, goodPassword));
  expect(signedIn.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const open = `SELECT 1 FROM pg_stat_activity WHERE usename = '${name}'`;
  expect((await onServer(open)).length).toBeLessThanOrEqual(2);
  // A command beside it has two.
  const listed = await runCommandLine(['admin', 'list'], site.env);
  expect(listed).toMatchObject({ status: 0, error: '' });
});

test('while the database does not respond, pages go on, and who watches the site hears of it', async () => {
  const line = await cuttable(await newSchema());
  onTestFinished(line.stop);
  const site = await startSiteProcesses(1, { DATABASE_URL: line.url });
  onTestFinished(() => site.stop());
  const page = async () => {
    const { status, body } = await call(site, 'GET', '/', { headers: { accept: 'text/html' } });
    return { status, body };
  };
  const before = await page();
  expect(before.status).toBe(200);
  line.silence('andNew');
  expect(await times(3, page)).toEqual([before, before, before]);
  expect((await call(site, 'GET', '/healthz')).status).toBe(200);
  const [process] = site.processes;
  const watch = (path: string) => fetch(`${process?.url}${path}`);
  // A look at the database is shared for a second: the last one was before the silence.
  await expect.poll(async () => (await watch('/readyz')).status).toBe(503);
  const metrics = await watch('/metrics');
  expect(metrics.status).toBe(200);
  expect(await metrics.text()).toContain('coachsite_disk_free_bytes');
  // A stop waits for a database that is silent, and not for one that is away.
  line.cut();
});
