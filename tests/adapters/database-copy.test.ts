import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySiteIn, postgresSnapshots } from '@coachsite/adapters/database-copy';
import { openPostgres, postgresBlobStore } from '@coachsite/adapters/postgres';
import { openSqlite, type SqliteDatabase } from '@coachsite/adapters/sqlite';
import { sqlUserStore } from '@coachsite/adapters/stores';
import { userOf } from '@coachsite/core/testing';
import fc from 'fast-check';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { allRows, withSqlite } from '../support/all-rows.ts';
import { addAnyRows } from '../support/any-rows.ts';
import { newSchema, onSchema } from '../support/postgres-schema.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-database-copy-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(root, 'site-'));

/** A site in files, filled by `fill`. */
async function siteOf(fill: (database: SqliteDatabase, ebookFolder: string) => void) {
  const folder = newFolder();
  const [path, ebookFolder] = [join(folder, 'site.sqlite'), join(folder, 'ebook')];
  mkdirSync(ebookFolder);
  const database = openSqlite(path);
  fill(database, ebookFolder);
  await database.close();
  return { database: path, ebookFolder, setupToken: undefined };
}

const copiedOut = async (url: string) => {
  const path = join(newFolder(), 'copy.sqlite');
  const snapshot = (await postgresSnapshots(url).take(path))._unsafeUnwrap();
  return { path, ...snapshot };
};

function addEbook(
  { sql }: SqliteDatabase,
  folder: string,
  bytes: Buffer,
  activation: number,
): string {
  const key = createHash('sha256').update(bytes).digest('hex');
  sql
    .prepare("INSERT INTO ebook_version VALUES (?, 'guide.pdf', ?, ?, NULL, 1, ?)")
    .run(`v${activation}`, bytes.length, key, activation);
  writeFileSync(join(folder, key), bytes);
  return key;
}

test('rows of any values are the same in PostgreSQL, and back in SQLite', async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const site = await siteOf(({ sql }) => addAnyRows(sql, draw, 3));
      const url = await newSchema();
      const copied = (await copySiteIn(site, url))._unsafeUnwrap();
      const before = allRows(site.database);
      expect(Object.fromEntries(copied.rows)).toEqual(
        Object.fromEntries(Object.entries(before).map(([table, rows]) => [table, rows.length])),
      );
      expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);
      expect(allRows((await copiedOut(url)).path)).toEqual(before);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test('e-books arrive with the same bytes and return, and a missing one is named', async () => {
  const [large, empty] = [randomBytes(700_001), Buffer.alloc(0)];
  let keys: readonly string[] = [];
  const site = await siteOf((database, folder) => {
    keys = [large, empty, Buffer.from('gone')].map((bytes, at) =>
      addEbook(database, folder, bytes, at + 1),
    );
    rmSync(join(folder, keys[2] ?? ''));
  });
  const url = await newSchema();
  const copied = (await copySiteIn(site, url))._unsafeUnwrap();
  expect(copied.missingEbooks).toEqual([keys[2]]);
  expect([...copied.ebooks].sort()).toEqual(keys.slice(0, 2).sort());
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  const blob = await postgresBlobStore(database).open(keys[0] ?? '');
  const chunks: Uint8Array[] = [];
  for await (const chunk of blob?.read() ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(large)).toBe(true);
  const { ebookFolder = '' } = await copiedOut(url);
  expect(readdirSync(ebookFolder).sort()).toEqual(keys.slice(0, 2).sort());
  expect(readFileSync(join(ebookFolder, keys[0] ?? '')).equals(large)).toBe(true);
});

test('numbers go on after the highest that was ever given, in both directions', async () => {
  const site = await siteOf(({ sql }) => {
    sql
      .prepare("INSERT INTO content_version (id, saved_at_ms, content) VALUES (41, 1, '{}')")
      .run();
    sql.prepare('DELETE FROM content_version').run();
    sql.prepare("INSERT INTO reply_pauses VALUES ('2026-01-01', '2026-01-02', 1, 2)").run();
  });
  const url = await newSchema();
  (await copySiteIn(site, url))._unsafeUnwrap();
  const added = await onSchema<{ id: string }>(
    url,
    "INSERT INTO content_version (saved_at_ms, content) VALUES (2, '{}') RETURNING id",
  );
  expect(added[0]?.id).toBe('42');
  const placed = await onSchema<{ place: string }>(
    url,
    "INSERT INTO reply_pauses VALUES ('2026-02-01', '2026-02-02', 1, 2) RETURNING place",
  );
  expect(placed[0]?.place).toBe('2');
  await onSchema(url, 'DELETE FROM content_version');
  const last = withSqlite((await copiedOut(url)).path, (sql) =>
    sql.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'content_version'").pluck().get(),
  );
  expect(last).toBe(42);
});

const oneUser = ({ sql }: SqliteDatabase, id = 'u') =>
  sql
    .prepare(
      `INSERT INTO users (id, email, is_anonymous, metadata, created_at_ms, updated_at_ms)
       VALUES (?, ?, 0, '{}', 1, 1)`,
    )
    .run(id, `${id}@example.com`);

test('the same site again changes nothing; another one, or one that was used, is rejected', async () => {
  const site = await siteOf((database, folder) => {
    oneUser(database);
    addEbook(database, folder, randomBytes(1000), 1);
  });
  const url = await newSchema();
  expect((await copySiteIn(site, url))._unsafeUnwrap().wasThere).toBe(false);
  expect((await copySiteIn(site, url))._unsafeUnwrap().wasThere).toBe(true);
  // What a server writes when nobody has used the site yet.
  await onSchema(url, "INSERT INTO maintenance VALUES ('clean_up', 1)");
  expect((await copySiteIn(site, url))._unsafeUnwrap().wasThere).toBe(true);
  await onSchema(url, 'UPDATE users SET metadata = \'{"a":1}\'');
  expect((await copySiteIn(site, url))._unsafeUnwrapErr()).toEqual({
    kind: 'not_empty',
    found: expect.stringMatching(/^(blobs|blob_chunks|ebook_version|users)$/),
  });
  const other = await siteOf((database) => oneUser(database, 'w'));
  expect((await copySiteIn(other, url)).isErr()).toBe(true);
  const rows = await onSchema<{ metadata: string }>(url, 'SELECT metadata FROM users');
  expect(rows).toEqual([{ metadata: '{"a":1}' }]);
});

test('a database of another program is rejected before anything is written to it', async () => {
  const site = await siteOf(oneUser);
  const url = await newSchema();
  await onSchema(url, 'CREATE TABLE orders (id INTEGER)');
  expect((await copySiteIn(site, url))._unsafeUnwrapErr()).toEqual({
    kind: 'not_empty',
    found: 'orders',
  });
  expect(await onSchema(url, "SELECT to_regclass('users') AS users")).toEqual([{ users: null }]);
});

test('a dry run looks and writes nothing', async () => {
  const site = await siteOf(oneUser);
  const url = await newSchema();
  const looked = (await copySiteIn(site, url, { isDryRun: true }))._unsafeUnwrap();
  expect(looked.rows.get('users')).toBe(1);
  expect(await onSchema(url, "SELECT to_regclass('users') AS users")).toEqual([{ users: null }]);
});

test('what fails before the end leaves nothing, and the next run copies all', async () => {
  const site = await siteOf((database, folder) => {
    oneUser(database);
    addEbook(database, folder, randomBytes(1000), 1);
  });
  const url = await newSchema();
  const failing = copySiteIn(site, url, { beforeCommit: () => Promise.reject(new Error('no')) });
  await expect(failing).rejects.toThrow('no');
  const { database } = site;
  const damaged = { database, ebookFolder: newFolder(), setupToken: undefined };
  for (const name of readdirSync(site.ebookFolder)) {
    writeFileSync(join(damaged.ebookFolder, name), 'other bytes');
  }
  await expect(copySiteIn(damaged, url)).rejects.toThrow('The file of an e-book is damaged');
  expect(await onSchema(url, 'SELECT 1 FROM users')).toEqual([]);
  expect((await copySiteIn(site, url))._unsafeUnwrap().wasThere).toBe(false);
});

test('of two at once one copies, and the other finds it', async () => {
  const site = await siteOf(oneUser);
  const url = await newSchema();
  const both = await Promise.all([copySiteIn(site, url), copySiteIn(site, url)]);
  expect(both.map((copied) => copied._unsafeUnwrap().wasThere).sort()).toEqual([false, true]);
});

test('a table or column that only one database has is no part of a copy by mistake', async () => {
  const url = await newSchema();
  await (await openPostgres(url)).close();
  const wider = await siteOf(({ sql }) => sql.exec('ALTER TABLE users ADD COLUMN shoe INTEGER'));
  await expect(copySiteIn(wider, url)).rejects.toThrow('column users.shoe');
  const more = await siteOf(({ sql }) => sql.exec('CREATE TABLE shoes (id TEXT) STRICT'));
  await expect(copySiteIn(more, url)).rejects.toThrow('table shoes');
  await onSchema(url, 'ALTER TABLE users ADD COLUMN hat TEXT');
  await expect(copySiteIn(await siteOf(oneUser), url)).rejects.toThrow('column users.hat');
  await onSchema(url, 'ALTER TABLE users DROP COLUMN hat; CREATE TABLE hats (id TEXT)');
  await expect(copiedOut(url)).rejects.toThrow('table hats');
});

test('a copy is of one moment, however much is written meanwhile', async () => {
  const url = await newSchema();
  const database = await openPostgres(url);
  const users = sqlUserStore(database);
  let isWriting = true;
  const writing = (async () => {
    for (let n = 0; isWriting; n += 1) {
      // The second exists only beside the first.
      await database.write(async (on) => {
        await users.add(on, userOf(`a${n}`));
        await users.add(on, userOf(`b${n}`));
      });
    }
  })();
  onTestFinished(async () => {
    isWriting = false;
    await writing;
    await database.close();
  });
  for (let turn = 0; turn < 5; turn += 1) {
    const ids = withSqlite((await copiedOut(url)).path, (sql) =>
      sql.prepare<[], string>('SELECT id FROM users').pluck().all(),
    );
    expect(ids.filter((id) => id.startsWith('a')).length * 2).toBe(ids.length);
  }
});
