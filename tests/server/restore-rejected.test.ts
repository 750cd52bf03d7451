import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { newestSchema, takeProcessLock } from '@coachsite/adapters/sqlite';
import { restoreBackup } from '@coachsite/server/backup';
import { pack } from 'tar-stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { backupSites, configOf, ebook } from '../support/backup-sites.ts';
import { runCommandLine } from '../support/command.ts';
import { newSchema, onSchema } from '../support/postgres-schema.ts';

const { freshPath, archivedSite } = backupSites();
const { site, archive } = await archivedSite();

/** All paths below a folder. */
const tree = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

/** An archive of these entries, whatever they are. */
async function archiveOf(
  entries: readonly (readonly [name: string, text: string, link?: string])[],
): Promise<string> {
  const tar = pack();
  for (const [name, text, linkname] of entries) {
    if (linkname) tar.entry({ name, type: 'symlink', linkname });
    else tar.entry({ name }, text);
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  const path = freshPath('made.tar.gz');
  writeFileSync(path, gzipSync(Buffer.concat(chunks)));
  return path;
}

const headerText = (change: object = {}) =>
  JSON.stringify({
    format: 'coachsite-backup',
    version: 1,
    createdAt: '2026-11-23T22:00:00.000Z',
    database: { engine: 'sqlite', schema: newestSchema() },
    ...change,
  });

const ofNewerSchema = () =>
  archiveOf([
    [
      'coachsite-backup.json',
      headerText({ database: { engine: 'sqlite', schema: newestSchema() + 1 } }),
    ],
  ]);

/** The smallest file that programs for zip files accept. */
const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);

/** A copy of the good archive with a change to its bytes. */
function altered(change: (bytes: Buffer) => Buffer): string {
  const path = freshPath('altered.tar.gz');
  writeFileSync(path, change(readFileSync(archive)));
  return path;
}

function withOtherBit(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('a restore into %s rejects, and changes nothing', (_database, isPostgres) => {
  let env: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    if (isPostgres) env = { DATABASE_URL: await newSchema() };
  });
  const expectNothingIn = async (folder: string) => {
    expect(existsSync(folder)).toBe(false);
    const tables = 'SELECT 1 FROM pg_tables WHERE schemaname = current_schema()';
    if (isPostgres) expect(await onSchema(env['DATABASE_URL'], tables)).toEqual([]);
  };
  const kindOf = async (path: string) => {
    const folder = freshPath('target');
    const restored = await restoreBackup(configOf(join(folder, 'below', 'data'), env), path);
    await expectNothingIn(folder);
    return restored.match(
      () => 'restored',
      ({ kind }) => kind,
    );
  };

  test.each([
    ['no gzip', () => altered(() => Buffer.from('this is no archive'))],
    ['a zip', () => altered(() => emptyZip)],
    ['an empty file', () => altered(() => Buffer.alloc(0))],
    ['a gzipped text', () => altered(() => gzipSync('this is no archive'))],
    ['another tar', () => archiveOf([['README.md', '# Another program']])],
    ['another header', () => archiveOf([['coachsite-backup.json', '{"format":"other"}']])],
    ['a header that is no JSON', () => archiveOf([['coachsite-backup.json', '{']])],
  ])('what is foreign: %s', async (_name, make) =>
    expect(await kindOf(await make())).toBe('foreign'),
  );

  test.each([
    ['cut off', () => altered((bytes) => bytes.subarray(0, bytes.length - 5000))],
    ['cut off in the tar', () => altered((bytes) => gzipSync(gunzipSync(bytes).subarray(0, 5120)))],
    ['one bit', () => altered((bytes) => withOtherBit(bytes, 150_000))],
    [
      'one bit before it was packed',
      () =>
        altered((bytes) => {
          const tar = gunzipSync(bytes);
          return gzipSync(withOtherBit(tar, tar.indexOf(ebook.subarray(1000, 1100))));
        }),
    ],
    ['no manifest', () => archiveOf([['coachsite-backup.json', headerText()]])],
    [
      'a path that leaves the folder',
      () =>
        archiveOf([
          ['coachsite-backup.json', headerText()],
          ['keys/../../evil', 'x'],
        ]),
    ],
    [
      'a link',
      () =>
        archiveOf([
          ['coachsite-backup.json', headerText()],
          ['keys/link', '', '/etc/hostname'],
        ]),
    ],
    [
      'no database',
      () =>
        archiveOf([
          ['coachsite-backup.json', headerText()],
          ['manifest.json', '{"files":[]}'],
        ]),
    ],
    [
      'no SQLite file',
      () => {
        const sha256 = createHash('sha256').update('rubbish').digest('hex');
        const files = [{ path: 'database.sqlite', sizeBytes: 7, sha256 }];
        return archiveOf([
          ['coachsite-backup.json', headerText()],
          ['database.sqlite', 'rubbish'],
          ['manifest.json', JSON.stringify({ files })],
        ]);
      },
    ],
  ])('what is damaged: %s', async (_name, make) =>
    expect(await kindOf(await make())).toBe('damaged'),
  );

  test('what is newer', async () => {
    expect(await kindOf(await ofNewerSchema())).toBe('newer');
    const format = headerText({ version: 2 });
    expect(await kindOf(await archiveOf([['coachsite-backup.json', format]]))).toBe('newer');
  });

  test.each([
    ['a zip', () => altered(() => emptyZip), 'is no backup of this program'],
    ['a part of an archive', () => altered((bytes) => bytes.subarray(0, 100_000)), 'is damaged or'],
    ['what is newer', ofNewerSchema, 'is from a newer version of this program'],
  ])('by the command, in one sentence: %s', async (_name, make, reason) => {
    const folder = freshPath('target');
    const given = { DATA_DIR: join(folder, 'data'), ...env };
    const ended = await runCommandLine(['restore', await make()], given);
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.error).toMatch(new RegExp(`^/\\S+ ${reason}.*; nothing was changed\n$`));
    await expectNothingIn(folder);
  });

  test('a folder that is not empty, or that a server uses', async () => {
    const before = tree(site.dataDirectory);
    const onto = await restoreBackup(configOf(site.dataDirectory, env), archive);
    expect(onto._unsafeUnwrapErr().kind).toBe('not_empty');
    expect(tree(site.dataDirectory).filter((path) => !before.includes(path))).toEqual([]);

    const used = configOf(freshPath('used'), env);
    mkdirSync(used.dataDirectory);
    const held = takeProcessLock(join(used.dataDirectory, 'server.lock'))._unsafeUnwrap();
    const beside = await restoreBackup(used, archive);
    expect(beside._unsafeUnwrapErr().kind).toBe('in_use');
    held.release();
    // What a restore left that was killed is no obstacle.
    mkdirSync(join(used.dataDirectory, '.restore-aB3dE6'));
    expect((await restoreBackup(used, archive)).isOk()).toBe(true);
    expect(readdirSync(used.dataDirectory).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

test('files that cannot be placed beside the copied database leave a folder for another run', async () => {
  const target = configOf(freshPath('unplaced'), { DATABASE_URL: await newSchema() });
  const elsewhere = { ...target, keysDirectory: join(target.dataDirectory, 'missing', 'keys') };
  const restored = await restoreBackup(elsewhere, archive);
  expect(restored._unsafeUnwrapErr()).toMatchObject({ kind: 'files_not_placed' });
  expect((await restoreBackup(target, archive)).isOk()).toBe(true);
  expect(readdirSync(target.keysDirectory)).toEqual(['secret-box.key']);
  expect(readdirSync(target.outboxDirectory)).toEqual(
    readdirSync(site.outboxDirectory).filter((name) => !name.endsWith('.part')),
  );
});
