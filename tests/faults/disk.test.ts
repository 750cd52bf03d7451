import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@coachsite/adapters/sqlite';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { call, newEmail, signIn, signUp } from '../support/auth-client.ts';
import { hashOf, makePdf } from '../support/pdf.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { siteWithAdmin } from '../support/site-with-admin.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'coachsite-fault-'));
  cleanUps.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A disk of a few megabytes, or `undefined` where this user may not mount one. */
function smallDisk(): string | undefined {
  const path = folder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', path]);
  if (status !== 0) return undefined;
  cleanUps.push(() => spawnSync('umount', ['--lazy', path]));
  return path;
}

/** Takes all space that is left. */
function fill(path: string): void {
  for (const size of [1_048_576, 65_536, 4096]) {
    try {
      for (;;) appendFileSync(join(path, 'filler'), new Uint8Array(size));
    } catch {}
  }
}

const message = (subject: string) => ({
  name: 'Ann',
  email: 'ann@example.com',
  subject,
  message: 'x'.repeat(900),
});

test('on a full disk reads go on, no write pretends to succeed, and writes resume', async (context) => {
  const disk = smallDisk();
  if (!disk) return context.skip('mounting a small disk needs root');
  const { adminEmail } = await siteWithAdmin(disk);
  const site = await startSiteProcess(disk);
  cleanUps.push(() => site.child.kill('SIGKILL'));
  await site.ready;
  const admin = (await signIn(site, adminEmail)).body.access_token as string;
  const upload = (bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.append('file', new Blob([bytes], { type: 'application/pdf' }), 'gids.pdf');
    const headers = { authorization: `Bearer ${admin}` };
    return fetch(`${site.url}/api/admin/ebook`, { method: 'POST', headers, body });
  };
  const ebook = makePdf({ sizeBytes: 100_000 });
  expect((await upload(ebook)).status).toBe(201);
  const email = newEmail();
  const { body: member } = await signUp(site, email);
  expect((await call(site, 'GET', '/readyz')).status).toBe(200);

  fill(disk);
  // One probe serves the calls of a second.
  await expect
    .poll(async () => (await call(site, 'GET', '/readyz')).status, { timeout: 5000 })
    .toBe(503);
  expect((await call(site, 'GET', '/healthz')).status).toBe(200);
  const acknowledged: string[] = [];
  let rejected = 0;
  for (let i = 0; rejected < 3; i += 1) {
    const { status, body, headers } = await call(site, 'POST', '/api/contact', {
      body: message(`full ${i}`),
    });
    if (status === 201) acknowledged.push(body.id);
    else {
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
      rejected += 1;
    }
  }
  expect((await call(site, 'GET', '/')).status).toBe(200);
  expect((await call(site, 'GET', '/contact')).status).toBe(200);
  const file = await fetch(`${site.url}/storage/v1/object/public/ebook/free-guide.pdf`);
  expect(hashOf(new Uint8Array(await file.arrayBuffer()))).toBe(hashOf(ebook));
  expect((await call(site, 'GET', '/auth/v1/user', { bearer: member.access_token })).status).toBe(
    200,
  );
  // An admin changes nothing that cannot be recorded.
  expect((await upload(makePdf({ sizeBytes: 200_000 }))).status).toBe(503);
  expect((await signIn(site, email)).status).toBe(503);

  rmSync(join(disk, 'filler'));
  await expect.poll(async () => (await call(site, 'GET', '/readyz')).status).toBe(200);
  const again = await call(site, 'POST', '/api/contact', { body: message('after') });
  expect(again.status).toBe(201);
  expect((await signIn(site, email)).status).toBe(200);
  expect((await upload(makePdf({ sizeBytes: 50_000 }))).status).toBe(201);
  site.child.kill('SIGTERM');
  expect(await site.ended).toBe(0);
  const { sql, close } = openSqlite(join(disk, 'coachsite.sqlite'));
  expect(sql.pragma('integrity_check', { simple: true })).toBe('ok');
  const stored = sql.prepare<[], string>('SELECT id FROM contact_messages').pluck().all();
  expect(new Set(stored)).toEqual(new Set([...acknowledged, again.body.id]));
  await close();
});

test('on a full disk a database is closed without a checkpoint, and keeps what was written', async (context) => {
  const disk = smallDisk();
  if (!disk) return context.skip('mounting a small disk needs root');
  const path = join(disk, 'coachsite.sqlite');
  const database = openSqlite(path);
  await database.write(async () => {
    database.sql.exec('CREATE TABLE kept (text TEXT)');
    const add = database.sql.prepare('INSERT INTO kept VALUES (?)');
    // More pages than the file has, so that it would have to grow.
    for (let i = 0; i < 200; i += 1) add.run('x'.repeat(4000));
  });
  fill(disk);
  expect(() => database.sql.pragma('wal_checkpoint(PASSIVE)')).toThrow();
  await database.close();
  expect(database.sql.open).toBe(false);
  rmSync(join(disk, 'filler'));
  const again = openSqlite(path);
  expect(again.sql.prepare('SELECT count(*) FROM kept').pluck().get()).toBe(200);
  await again.close();
});

test('a database with a damaged page stops the start, and no byte of it changes', async () => {
  const { dataDirectory } = await siteWithAdmin(folder());
  const path = join(dataDirectory, 'coachsite.sqlite');
  const bytes = readFileSync(path);
  const pageSize = bytes.readUInt16BE(16);
  bytes.fill(0xa5, pageSize * 2, pageSize * 6);
  writeFileSync(path, bytes);
  const site = await startSiteProcess(dataDirectory);
  expect(await site.ended).toBe(1);
  expect(site.said.err).toMatch(/^The database .*\n$/);
  expect(hashOf(readFileSync(path))).toBe(hashOf(bytes));
});

test('while another process holds the write lock, pages and health are served, and the write follows', async () => {
  const { dataDirectory } = await siteWithAdmin(folder());
  const site = await startSiteProcess(dataDirectory);
  cleanUps.push(() => site.child.kill('SIGKILL'));
  await site.ready;
  const other = new Sqlite(join(dataDirectory, 'coachsite.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  let isStored = false;
  const sent = call(site, 'POST', '/api/contact', { body: message('waits') }).then((response) => {
    isStored = true;
    return response;
  });
  for (let i = 0; i < 5; i += 1) {
    for (const path of ['/', '/contact', '/healthz', '/api/ebook'])
      expect([200, 404]).toContain((await call(site, 'GET', path)).status);
  }
  expect(isStored).toBe(false);
  other.exec('COMMIT');
  other.close();
  expect((await sent).status).toBe(201);
  site.child.kill('SIGTERM');
  expect(await site.ended).toBe(0);
});
