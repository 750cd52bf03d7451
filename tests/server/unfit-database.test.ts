import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#adapters/src/node/postgres/database.ts';
import { migrate } from '#adapters/src/node/postgres/migrate.ts';
import { runCommandLine } from '../support/command.ts';
import { cuttable } from '../support/cuttable.ts';
import { newRole } from '../support/postgres-role.ts';
import { newSchema, onSchema, onServer } from '../support/postgres-schema.ts';
import { seedSite } from '../support/seeded-site.ts';
import { startSiteProcess } from '../support/site-process.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-unfit-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(root, 'data-'));

const data = join(root, 'site');
const archive = join(root, 'site.tar.gz');
beforeAll(async () => {
  await seedSite(data);
  expect((await runCommandLine(['backup', archive], { DATA_DIR: data })).status).toBe(0);
});

/** What begins or moves a site into a database, each with what it says first. */
const ways: readonly (readonly [string, (url: string) => Promise<string>])[] = [
  [
    'a start',
    async (url) => {
      const site = await startSiteProcess(newFolder(), { DATABASE_URL: url });
      expect(await site.ended).toBe(1);
      return site.said.err;
    },
  ],
  ...(
    [
      [['seed'], ''],
      [['migrate-to-postgres'], 'Nothing was moved: '],
      [['migrate-to-postgres', '--dry-run'], 'Nothing was moved: '],
      [['restore', archive], 'Nothing was restored: '],
    ] as const
  ).map(
    ([command, begin]) =>
      [
        command.join(' ').replace(/\/.*\//, ''),
        async (url: string) => {
          const folder = command[0] === 'migrate-to-postgres' ? data : newFolder();
          const ended = await runCommandLine(command, { DATA_DIR: folder, DATABASE_URL: url });
          expect(ended).toMatchObject({ status: 1, out: '' });
          expect(ended.error.startsWith(begin)).toBe(true);
          if (folder !== data) {
            const left = readdirSync(folder).filter((name) => !name.startsWith('server.lock'));
            expect(left.filter((name) => name !== 'outbox')).toEqual([]);
          }
          return ended.error.slice(begin.length);
        },
      ] as const,
  ),
];

const used = 'DATABASE_URL: the database cannot be used: ';

describe.each([
  ['LATIN1', "LC_COLLATE 'C' LC_CTYPE 'C'"],
  ['LATIN9', "LC_COLLATE 'C' LC_CTYPE 'C'"],
  ['SQL_ASCII', "LC_COLLATE 'C' LC_CTYPE 'C'"],
])('a database of the encoding %s', (encoding, locale) => {
  const name = `${process.env.COACHSITE_TEST_SCHEMA_PREFIX}${randomBytes(6).toString('hex')}`;
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = name;
  beforeAll(async () => {
    await onServer(
      `CREATE DATABASE ${name} ENCODING '${encoding}' ${locale} LOCALE_PROVIDER libc TEMPLATE template0`,
    );
    return async () => {
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    };
  });

  test.each(ways)('is refused by %s, with what to do, and stays empty', async (_way, begin) => {
    const said = await begin(url.href);
    expect(said).toMatch(
      new RegExp(
        `^${used}its encoding is ${encoding}, .* ENCODING 'UTF8' TEMPLATE template0\\. .*\n$`,
      ),
    );
    const tables = "SELECT 1 FROM pg_tables WHERE schemaname = 'public'";
    expect(await onSchema(url.href, tables)).toEqual([]);
  });
});

test.each(ways)(
  'a schema in which the user may make no tables is named by %s',
  async (_way, begin) => {
    const { name, url } = await newRole();
    await onServer(
      `REVOKE CREATE ON SCHEMA ${name} FROM ${name}; ALTER SCHEMA ${name} OWNER TO CURRENT_USER; GRANT USAGE ON SCHEMA ${name} TO ${name}`,
    );
    onTestFinished(async () => {
      await onServer(`DROP SCHEMA ${name} CASCADE`);
    });
    expect(await begin(url)).toMatch(
      new RegExp(`^${used}this user may not make .* GRANT ALL ON SCHEMA .*\n$`),
    );
  },
);

test.each(ways)('a database that only reads is named by %s', async (_way, begin) => {
  const { url } = await newRole({ default_transaction_read_only: 'on' });
  expect(await begin(url)).toMatch(new RegExp(`^${used}it takes no writes, .*\n$`));
});

test.each(ways)('a schema that is missing is named by %s', async (_way, begin) => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.searchParams.set('options', '-c search_path=nowhere');
  expect(await begin(url.href)).toMatch(
    new RegExp(`^${used}the schema that its search_path .*\n$`),
  );
});

test('what a failed move leaves is no site: no archive of it is made, and a start says that nothing was moved', async () => {
  const url = await newSchema();
  const line = await cuttable(url);
  onTestFinished(line.stop);
  line.loseCommit('LOCK TABLE', 'before');
  const moved = await runCommandLine(['migrate-to-postgres'], {
    DATA_DIR: data,
    DATABASE_URL: line.url,
  });
  expect(moved.status).toBe(1);
  const folder = newFolder();
  const env = { DATA_DIR: folder, DATABASE_URL: url };
  const target = newFolder();
  const backup = await runCommandLine(['backup', target], env);
  expect(backup).toEqual({
    status: 1,
    out: '',
    error: 'There is nothing to back up: the database of DATABASE_URL holds no site\n',
  });
  expect(readdirSync(target)).toEqual([]);
  const listed = await runCommandLine(['admin', 'list'], env);
  expect(listed.error).toBe(
    'There is no site in the database of DATABASE_URL. npm start makes one\n',
  );
  const start = await startSiteProcess(data, { DATABASE_URL: url });
  await start.ready;
  start.child.kill('SIGTERM');
  await start.ended;
  expect(start.said.err).toContain('was not moved');
  // A site that was begun counts, before anybody has used it.
  expect(await runCommandLine(['backup', target], env)).toMatchObject({ status: 0, error: '' });
});

test('a backup of a site in another encoding is made, as that is the way out', async () => {
  const name = `${process.env.COACHSITE_TEST_SCHEMA_PREFIX}${randomBytes(6).toString('hex')}`;
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = name;
  await onServer(
    `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc TEMPLATE template0`,
  );
  onTestFinished(async () => {
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  // As an earlier version took it.
  const database = openDatabase(url.href, { isSingle: true, isPatient: true });
  await migrate(database);
  await database.close();
  await onSchema(url.href, "INSERT INTO maintenance VALUES ('clean_up', 1)");
  const target = join(newFolder(), 'site.tar.gz');
  const env = { DATA_DIR: newFolder(), DATABASE_URL: url.href };
  expect(await runCommandLine(['backup', target], env)).toMatchObject({ status: 0, error: '' });
  const into = { DATA_DIR: newFolder(), DATABASE_URL: await newSchema() };
  expect(await runCommandLine(['restore', target], into)).toMatchObject({ status: 0, error: '' });
});
