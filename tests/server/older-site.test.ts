import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@coachsite/adapters/sqlite';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { totp } from '../conformance/support/totp.ts';
import { contentUndone, tablesOf, withSqlite } from '../support/all-rows.ts';
import { call, refresh, signIn } from '../support/auth-client.ts';
import { hashOf } from '../support/pdf.ts';
import { verifyCode } from '../support/second-factor.ts';
import { startTestServer } from '../support/server.ts';

/*
 * The data folder of a site that ran version 0.2.0: an admin, a member with an authenticator app, one without and one by
 * phone, messages, an interest, a cookie choice, downloads, two e-books, saved facts, mails that were sent and that wait.
 * Its accounts have the password of the other tests; made.json has what only the people themselves would know.
 */
const archive = join(import.meta.dirname, '../support/site-0.2.0.tar.gz');
const root = mkdtempSync(join(tmpdir(), 'coachsite-older-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function unpack() {
  const folder = mkdtempSync(join(root, 'site-'));
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  return { folder, path: join(folder, 'coachsite.sqlite') };
}

/** The time of the site is an hour after it was stopped: what it promises to forget later is still there. */
const now = Date.UTC(2026, 10, 29, 3, 10);

test('every value of every row of an older site is kept by a start', async () => {
  const { path } = unpack();
  const columnsOf = (sql: Sqlite.Database, table: string) =>
    sql.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const columns = withSqlite(path, (sql) =>
    tablesOf(sql).map((table) => [table, columnsOf(sql, table).join()] as const),
  );
  const rows = () =>
    withSqlite(path, (sql) =>
      columns.map(([table, names]) => [
        table,
        sql.prepare(`SELECT ${names} FROM ${table} ORDER BY ${names}`).all(),
      ]),
    );
  const before = rows();
  expect(before.filter(([, of]) => of?.length).length).toBe(20);
  await openSqlite(path).close();
  new Sqlite(path).exec(contentUndone).close();
  expect(rows()).toEqual(before);
});

test('a site of an older version goes on: passwords, sessions, factors, messages, lists and the e-book', async () => {
  const { folder } = unpack();
  const { admin, member, plain } = JSON.parse(readFileSync(join(folder, 'made.json'), 'utf8'));
  const server = await startTestServer({ dataDirectory: folder, clock: { now: () => now } });

  // The sessions go on, and so do the password and the authenticator app.
  expect((await refresh(server, plain.refresh)).body.user.id).toBe(plain.id);
  const renewed = (await refresh(server, member.refresh)).body;
  expect(renewed.user.id).toBe(member.id);
  const again = (await signIn(server, member.email)).body;
  const code = totp(member.secret, now);
  expect((await verifyCode(server, again.access_token, member.factorId, code)).status).toBe(200);

  const { access_token: bearer } = (await refresh(server, admin.refresh)).body;
  const see = async (path: string) => (await call(server, 'GET', path, { bearer })).body;
  const { messages } = await see('/api/admin/messages');
  expect(messages).toMatchObject([
    { name: 'Zoë', status: 'new' },
    { name: "O'Neil", status: 'new' },
    { name: 'Wim', status: 'new' },
    { name: 'Eve', subject: 'Slaap 🌙', message: 'Dag\nAn', status: 'answered' },
  ]);
  expect(await see('/api/admin/notify')).toMatchObject({
    interests: [{ email: 'later@example.com', programId: 'mind-body-12' }],
  });
  expect((await see('/api/admin/site')).facts.phone).toBe('+32 470 12 34 56');
  expect(await see('/api/admin/ebook/stats')).toMatchObject({ total: 3 });
  const [newest] = await see('/api/admin/ebook/versions');
  const guide = await fetch(`${server.url}/storage/v1/object/public/ebook/free-guide.pdf`);
  expect(hashOf(new Uint8Array(await guide.arrayBuffer()))).toBe(newest.sha256);

  // The mails that waited are sent.
  await server.outbox();
  const sent = readdirSync(server.config.outboxDirectory).filter((name) => name.endsWith('.eml'));
  expect(sent.length).toBeGreaterThan(6);
  await server.stop();
});
