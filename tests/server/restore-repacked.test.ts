import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { newestSchema } from '@coachsite/adapters/sqlite';
import { restoreBackup } from '@coachsite/server/backup';
import { pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { backupSites, configOf } from '../support/backup-sites.ts';

const { freshPath, archivedSite } = backupSites();
const { archive } = await archivedSite();

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile() && !path.startsWith('server.lock'))
    .sort();
const contentsOf = (folder: string) =>
  filesOf(folder).map((path) => [path, readFileSync(join(folder, path)).toString('base64')]);

const unpacked = freshPath('unpacked');
mkdirSync(unpacked);
execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
const files = filesOf(unpacked);

async function restored(path: string) {
  const target = configOf(freshPath('target'));
  const result = await restoreBackup(target, path);
  return result.match(
    () => contentsOf(target.dataDirectory),
    ({ kind }) => kind,
  );
}
const original = await restored(archive);

type Packed = readonly (readonly [
  name: string,
  bytes: Buffer | undefined,
  type?: 'symlink' | 'link',
])[];

/** Entries as they are given; those without bytes are folders. */
async function packed(entries: Packed): Promise<string> {
  const tar = pack();
  for (const [name, bytes, type] of entries) {
    if (type) tar.entry({ name, type, linkname: 'database.sqlite' });
    else if (bytes) tar.entry({ name }, bytes);
    else tar.entry({ name, type: 'directory' });
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  const path = freshPath('packed.tar');
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}
const bytesOf = (path: string) => readFileSync(join(unpacked, path));
const all: Packed = files.map((path) => [path, bytesOf(path)]);

describe('an archive that was packed again is restored like the original', () => {
  const tar = (...parameters: readonly string[]) => {
    const path = freshPath('again.tar.gz');
    execFileSync('sh', [
      '-c',
      `cd '${unpacked}' && tar "$0" '${path}' ${parameters.slice(1).join(' ')}`,
      parameters[0] ?? '',
    ]);
    return path;
  };
  test.each([
    ['by tar with *', () => tar('-czf', '*')],
    ['from the folder itself', () => tar('-czf', '.')],
    [
      'from the folder above',
      () => tar('-czf', `-C '${dirname(unpacked)}' '${basename(unpacked)}'`),
    ],
    ['by its whole path', () => tar('-czf', `'${unpacked}' 2> /dev/null`)],
    ['in the form pax', () => tar('-czf', '--format=pax .')],
    ['without gzip', () => tar('-cf', '*')],
    [
      'decompressed alone',
      () => {
        const path = freshPath('archive.tar');
        writeFileSync(path, gunzipSync(readFileSync(archive)));
        return path;
      },
    ],
    [
      'with another compression',
      () => {
        const path = freshPath('archive.tar.gz');
        writeFileSync(path, gzipSync(gunzipSync(readFileSync(archive)), { level: 1 }));
        return path;
      },
    ],
    ['in the reverse order', () => packed([...all].reverse())],
    [
      'with its folders, as 7-Zip does',
      () => packed([['ebook', undefined], ['keys/', undefined], ...[...all].reverse()]),
    ],
    [
      'by macOS',
      () =>
        packed([
          ['._database.sqlite', Buffer.from('x')],
          ['keys/.DS_Store', Buffer.from('x')],
          ...all,
        ]),
    ],
  ])('%s', async (_how, make) => {
    expect(await restored(await make())).toEqual(original);
  });
});

describe('an archive that was packed again is rejected, and nothing is left of it', () => {
  const withRoot = (root: string): Packed => all.map(([name, bytes]) => [`${root}${name}`, bytes]);
  const lacks = (...names: readonly string[]) => all.filter(([name]) => !names.includes(name));
  const [header = '', manifest = ''] = ['coachsite-backup.json', 'manifest.json'];
  const evil = Buffer.from('evil');
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  /** A list that names one file more, whatever its path. */
  const listing = (path: string) => {
    const { files: listed } = JSON.parse(bytesOf(manifest).toString());
    return Buffer.from(
      JSON.stringify({
        files: [...listed, { path, sizeBytes: evil.length, sha256: digest(evil) }],
      }),
    );
  };
  const naming = (path: string): Packed => [
    ...lacks(manifest),
    [path, evil],
    [manifest, listing(path)],
  ];
  test.each<[string, string, () => Promise<string>]>([
    ['without its header', 'foreign', () => packed(lacks(header))],
    ['without its list', 'damaged', () => packed(lacks(manifest))],
    ['without a key', 'damaged', () => packed(lacks('keys/secret-box.key'))],
    ['with a file twice', 'damaged', () => packed([...all, ['keys/secret-box.key', evil]])],
    ['with two headers', 'damaged', () => packed([...all, [header, bytesOf(header)]])],
    ['with two lists', 'damaged', () => packed([...all, [manifest, bytesOf(manifest)]])],
    ['with one file more', 'damaged', () => packed([...all, ['keys/other.key', evil]])],
    ['with another folder', 'damaged', () => packed([...all, ['evil/', undefined]])],
    ['with a link', 'damaged', () => packed([...all, ['keys/link', undefined, 'symlink']])],
    ['with a hard link', 'damaged', () => packed([['keys/link', undefined, 'link'], ...all])],
    ['from above', 'foreign', () => packed(withRoot('../'))],
    ['from above a folder', 'foreign', () => packed(withRoot('a/../../'))],
    ['by absolute paths', 'foreign', () => packed(withRoot('/'))],
    ['with files in two places', 'damaged', () => packed([...all, ['./keys/other.key', evil]])],
    ['that names a file above', 'damaged', () => packed(naming('../evil'))],
    ['that names one by a folder', 'damaged', () => packed(naming('keys/../../evil'))],
    ['that names one by its whole path', 'damaged', () => packed(naming('/tmp/evil'))],
    ['that names a hidden one', 'damaged', () => packed(naming('keys/.hidden'))],
    ['that names the lock', 'damaged', () => packed(naming('server.lock'))],
    ['that names one of macOS', 'damaged', () => packed(naming('keys/._key'))],
  ])('%s', async (_how, kind, make) => {
    expect(await restored(await make())).toBe(kind);
  });

  test('of a newer version, wherever its header is', async () => {
    const newer = JSON.parse(bytesOf(header).toString());
    newer.database.schema = newestSchema() + 1;
    const last: Packed = [...lacks(header), [header, Buffer.from(JSON.stringify(newer))]];
    expect(await restored(await packed(last))).toBe('newer');
  });
});
