import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive } from '@coachsite/adapters/backup';
import { newestSchema } from '@coachsite/adapters/sqlite';
import { compose } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSamlKey } from '#adapters/src/node/saml/keys.ts';
import { newEmail, signUp } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { enroll } from '../support/second-factor.ts';
import { startSiteProcess } from '../support/site-process.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-keys-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(root, 'site-'));

/** Starts a site on a folder and stops it: all its keys are there then, but that of SAML, which is made here. */
let site: string;
beforeAll(async () => {
  site = newFolder();
  const started = await startSiteProcess(site);
  await started.ready;
  started.child.kill('SIGTERM');
  await started.ended;
  await openSamlKey(join(site, 'keys'), 'coach.example');
});

function copyTo(from: string): string {
  const folder = newFolder();
  cpSync(from, folder, { recursive: true });
  return folder;
}
const copyOfSite = () => copyTo(site);

/** A provider, with which every key of a site is in use. */
const SSO_PROVIDERS = JSON.stringify([
  { domain: 'example.com', metadataUrl: 'http://127.0.0.1:9/metadata' },
]);

const keyNames = [
  'factor-secrets.key',
  'saml.pem',
  'security-log.key',
  'signing-000000000000000.pem',
];

test('these are all the keys of a site, and an archive of it is made and restored', async () => {
  expect(readdirSync(join(site, 'keys')).sort()).toEqual(keyNames);
  const target = join(root, 'whole.tar.gz');
  expect((await runCommandLine(['backup', target], { DATA_DIR: site })).status).toBe(0);
  const restored = join(root, 'restored');
  expect((await runCommandLine(['restore', target], { DATA_DIR: restored })).status).toBe(0);
  for (const name of keyNames) {
    expect(readFileSync(join(restored, 'keys', name))).toEqual(
      readFileSync(join(site, 'keys', name)),
    );
  }
});

test('a damaged key of SAML stops no backup where there is no provider, and is not in it', async () => {
  const folder = copyOfSite();
  writeFileSync(join(folder, 'keys', 'saml.pem'), 'no key');
  const target = join(root, 'without-saml.tar.gz');
  const made = await runCommandLine(['backup', target], { DATA_DIR: folder });
  expect(made).toMatchObject({
    status: 0,
    error: 'Note: keys/saml.pem is damaged and was left out, as the settings make no use of it\n',
  });
  const restored = newFolder();
  expect((await runCommandLine(['restore', target], { DATA_DIR: restored })).status).toBe(0);
  const others = keyNames.filter((name) => name !== 'saml.pem');
  expect(readdirSync(join(restored, 'keys')).sort()).toEqual(others);
});

describe.each(keyNames)('where %s is damaged', (name) => {
  test.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
  ])('and %s, no backup is made, and the sentence names the file', async (_how, damage) => {
    const folder = copyOfSite();
    const path = join(folder, 'keys', name);
    writeFileSync(path, damage(readFileSync(path)));
    const target = mkdtempSync(join(root, 'backups-'));
    const ended = await runCommandLine(['backup', target], { DATA_DIR: folder, SSO_PROVIDERS });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(/^No backup was made, because a key of the site is damaged: .*\n$/);
    expect(ended.error).toContain(`keys/${name}`);
    expect(readdirSync(target)).toEqual([]);
  });

  test('in an archive, it is not restored, and nothing is changed', async () => {
    const path = join(root, `damaged-${name}.tar.gz`);
    const damaged = join(root, `damaged-${name}`);
    writeFileSync(damaged, 'no key');
    const header = {
      format: 'coachsite-backup',
      version: 1,
      createdAt: '2026-11-23T22:00:00.000Z',
      database: { engine: 'sqlite', schema: newestSchema() },
    } as const;
    const files = [
      { path: 'database.sqlite', source: join(site, 'coachsite.sqlite') },
      { path: `keys/${name}`, source: damaged },
    ];
    await writeArchive(path, header, files, async () => undefined);
    const folder = newFolder();
    const ended = await runCommandLine(['restore', path], { DATA_DIR: folder, SSO_PROVIDERS });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toContain(`holds a damaged key (keys/${name})`);
    expect(readdirSync(folder)).toEqual([]);
    const unused = await runCommandLine(['restore', path], { DATA_DIR: folder });
    expect(unused.status).toBe(name === 'saml.pem' ? 0 : 1);
  });
});

test('a start that fails on a key closes the stores again: a command would not end', async () => {
  const folder = copyOfSite();
  writeFileSync(join(folder, 'keys', 'security-log.key'), 'no key');
  const config = readConfig({ DATA_DIR: folder })._unsafeUnwrap();
  await expect(compose(config)).rejects.toThrow('security-log.key is not a key');
  // SQLite removes its log with the last connection.
  expect(existsSync(join(folder, 'coachsite.sqlite-wal'))).toBe(false);
});

describe('a key that is lost', () => {
  /** Starts the site of a folder, and stops it after `work`. */
  async function whileServing(folder: string, work: (url: string) => Promise<void>) {
    const started = await startSiteProcess(folder);
    try {
      await started.ready;
      await work(started.url);
    } finally {
      started.child.kill('SIGTERM');
      await started.ended;
    }
  }
  const keysOf = (folder: string) => join(folder, 'keys');
  const signingKey = 'signing-000000000000000.pem';
  const start = async (folder: string, env: Record<string, string> = {}) => {
    const started = await startSiteProcess(folder, env);
    return { status: await started.ended, error: started.said.err };
  };

  test.each([
    ['factor-secrets.key', 'the second factors in the database cannot be read'],
    [signingKey, 'everybody is signed out'],
  ])('%s: neither a start nor a command makes a new one', async (name, consequence) => {
    const folder = copyOfSite();
    await whileServing(folder, async (url) => {
      const { body } = await signUp({ url }, newEmail());
      expect((await enroll({ url }, String(body.access_token))).status).toBe(200);
    });
    const key = readFileSync(join(keysOf(folder), name));
    rmSync(join(keysOf(folder), name));
    const rejected = await start(folder);
    expect(rejected.status).toBe(1);
    expect(rejected.error).toContain(consequence);
    expect(rejected.error).toMatch(
      /^\S+ lacks keys\/.*\. No new key was made\. Take the keys from a backup: .*\n$/,
    );
    const command = await runCommandLine(['admin', 'list'], { DATA_DIR: folder });
    expect(command).toEqual({ status: 1, out: '', error: rejected.error });
    expect(readdirSync(keysOf(folder))).not.toContain(name);
    // A backup of the rest is still made.
    const target = mkdtempSync(join(root, 'backups-'));
    expect((await runCommandLine(['backup', target], { DATA_DIR: folder })).status).toBe(0);

    const renewed = copyTo(folder);
    const renewing = await runCommandLine(['keys', 'renew-lost'], { DATA_DIR: renewed });
    expect(renewing).toEqual({ status: 0, out: `New keys: ${name}\n`, error: '' });
    await whileServing(renewed, async () => undefined);

    writeFileSync(join(keysOf(folder), name), key, { mode: 0o600 });
    await whileServing(folder, async () => undefined);
    expect(readFileSync(join(keysOf(folder), name))).toEqual(key);
  });

  test('is not renewed while a server runs, which would go on with the one that it has read', async () => {
    const folder = copyOfSite();
    await whileServing(folder, async () => {
      rmSync(join(keysOf(folder), 'factor-secrets.key'));
      const renewing = await runCommandLine(['keys', 'renew-lost'], { DATA_DIR: folder });
      expect(renewing).toEqual({
        status: 1,
        out: '',
        error: `Another server is using ${folder}. Stop it first, or set DATA_DIR.\n`,
      });
      expect(readdirSync(keysOf(folder))).not.toContain('factor-secrets.key');
    });
  });

  test('is made anew where nothing needs it', async () => {
    const folder = copyOfSite();
    rmSync(keysOf(folder), { recursive: true });
    await whileServing(folder, async () => undefined);
    expect(readdirSync(keysOf(folder))).toContain('factor-secrets.key');
  });

  test('in PostgreSQL: factors need it, and sessions do not, as each process may sign', async () => {
    const env = { DATABASE_URL: await newSchema() };
    const first = newFolder();
    const started = await startSiteProcess(first, env);
    onTestFinished(() => void started.child.kill('SIGKILL'));
    await started.ready;
    const { body } = await signUp(started, newEmail());
    const other = newFolder();
    const joined = await startSiteProcess(other, env);
    await joined.ready;
    joined.child.kill('SIGTERM');
    await joined.ended;
    const note = `Note: ${other} has no signing key, so a new one is made: other processes on this database reject what it signs`;
    expect(joined.said.err).toContain(note);
    expect(started.said.err).toBe('');
    expect((await enroll(started, String(body.access_token))).status).toBe(200);
    const rejected = await start(newFolder(), env);
    expect(rejected.status).toBe(1);
    expect(rejected.error).toContain('lacks keys/factor-secrets.key');
  });
});
