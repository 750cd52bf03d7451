import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive } from '@coachsite/adapters/backup';
import { newestSchema } from '@coachsite/adapters/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSamlKey } from '#adapters/src/node/saml/keys.ts';
import { runCommandLine } from '../support/command.ts';
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

function copyOfSite(): string {
  const folder = newFolder();
  cpSync(site, folder, { recursive: true });
  return folder;
}

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

describe.each(keyNames)('where %s is damaged', (name) => {
  test.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
  ])('and %s, no backup is made, and the sentence names the file', async (_how, damage) => {
    const folder = copyOfSite();
    const path = join(folder, 'keys', name);
    writeFileSync(path, damage(readFileSync(path)));
    const target = mkdtempSync(join(root, 'backups-'));
    const ended = await runCommandLine(['backup', target], { DATA_DIR: folder });
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
    const ended = await runCommandLine(['restore', path], { DATA_DIR: folder });
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toContain(`holds a damaged key (keys/${name})`);
    expect(readdirSync(folder)).toEqual([]);
  });
});
