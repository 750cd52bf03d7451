import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { startSiteProcess } from '../support/site-process.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-killed-restore-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(root, 'site-'));
const archive = join(root, 'site.tar.gz');

/** Kills its process around the rename to the path whose name is in `DIES_AT`, as `before keys`. */
const dying = join(root, 'dying.mjs');
writeFileSync(
  dying,
  `import fs from 'node:fs/promises';
   import { syncBuiltinESMExports } from 'node:module';
   import { basename } from 'node:path';
   const [moment, name] = (process.env.DIES_AT ?? '').split(' ');
   const { rename } = fs;
   fs.rename = async (from, to) => {
     const isIt = basename(to) === name;
     if (isIt && moment === 'before') process.kill(process.pid, 'SIGKILL');
     if (isIt && moment === 'failing') throw Object.assign(new Error('no'), { code: 'EIO', path: to });
     await rename(from, to);
     if (isIt && moment === 'after') process.kill(process.pid, 'SIGKILL');
   };
   syncBuiltinESMExports();`,
);

beforeAll(async () => {
  const env = { DATA_DIR: newFolder() };
  const made = ['admin', 'create', '--email', 'an@example.com', '--password-stdin'];
  expect(await runCommandLine(made, env, `${goodPassword}\n`)).toMatchObject({ status: 0 });
  const sent = await runCommandLine(['mail', 'test', 'an@example.com'], env);
  expect(sent.status).toBe(0);
  expect((await runCommandLine(['backup', archive], env)).status).toBe(0);
});

type Environment = Readonly<Record<string, string>>;

const restore = (env: Environment, diesAt?: string) =>
  runCommandLine(
    ['restore', archive],
    diesAt === undefined
      ? env
      : { ...env, DIES_AT: diesAt, NODE_OPTIONS: `--import=${pathToFileURL(dying).href}` },
  );

const admins = (env: Environment) => runCommandLine(['admin', 'list'], env);

/** Starts the site; returns its exit code, and what it printed on stderr. */
async function start({ DATA_DIR = '', ...env }: Environment) {
  const site = await startSiteProcess(DATA_DIR, env);
  void site.ready.then(
    () => site.child.kill('SIGTERM'),
    () => undefined,
  );
  return { status: await site.ended, error: site.said.err };
}

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('a restore into %s', (_database, isPostgres) => {
  const target = async (): Promise<Environment> => ({
    DATA_DIR: newFolder(),
    ...(isPostgres ? { DATABASE_URL: await newSchema() } : {}),
  });

  test.each(['before outbox', 'before keys'])(
    'that is killed %s is no site yet, says so, and runs again',
    async (diesAt) => {
      const env = await target();
      const { DATA_DIR: folder = '' } = env;
      expect((await restore(env, diesAt)).status).toBe(null);
      const [left = ''] = readdirSync(folder).filter((name) => name.startsWith('.restore-'));
      const rejected = await start(env);
      expect(rejected).toEqual({
        status: 1,
        error: `A restore into ${folder} has not ended. If none runs, run it again: npm run restore -- FILE. To begin a new site there instead, remove ${join(folder, left)} first\n`,
      });
      expect(existsSync(join(folder, 'keys'))).toBe(false);
      expect((await runCommandLine(['seed'], env)).error).toBe(rejected.error);
      expect(await restore(env)).toMatchObject({ status: 0, error: '' });
      expect((await admins(env)).out).toContain('an@example.com');
      expect(readdirSync(join(folder, 'outbox'))).toHaveLength(1);
      expect(readdirSync(folder).filter((name) => name.startsWith('.restore-'))).toEqual([]);
      expect((await start(env)).status).toBe(0);
    },
  );
});

test('a restore into PostgreSQL that is killed after the keys is whole', async () => {
  const env = { DATA_DIR: newFolder(), DATABASE_URL: await newSchema() };
  expect((await restore(env, 'after keys')).status).toBe(null);
  expect((await admins(env)).out).toContain('an@example.com');
  expect((await start(env)).status).toBe(0);
});

test('a restore into PostgreSQL whose keys cannot be placed says so, and runs again', async () => {
  const folder = newFolder();
  const env = { DATA_DIR: folder, DATABASE_URL: await newSchema() };
  const failed = await restore(env, 'failing keys');
  expect(failed).toMatchObject({ status: 1, out: '' });
  expect(failed.error).toBe(
    `The database of DATABASE_URL was restored, but keys and outbox could not be put into ${folder} (${join(folder, 'keys')}: the disk reports an error): run this command again before the site is started\n`,
  );
  expect(readdirSync(folder)).toEqual([]);
  expect(await restore(env)).toMatchObject({ status: 0, error: '' });
  expect((await admins(env)).out).toContain('an@example.com');
  expect(readFileSync(join(folder, 'keys', 'security-log.key'))).toHaveLength(32);
});
