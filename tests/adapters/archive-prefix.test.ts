import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArchive, readHeader, writeArchive } from '@coachsite/adapters/backup';
import { archiveVersion } from '@coachsite/core/backup';
import { expect, onTestFinished, test } from 'vitest';

test('a product with a prefix of its own reads its archives, and no others do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [target, source] = [join(folder, 'made.tar.gz'), join(folder, 'database.sqlite')];
  writeFileSync(source, 'rows');
  const header = {
    format: 'padaria-backup',
    version: archiveVersion,
    createdAt: '2026-11-23T22:00:00.000Z',
    database: { engine: 'sqlite', schema: 1 },
  } as const;
  await writeArchive(target, header, [{ path: 'database.sqlite', source }], async () => {});
  const known = { engine: 'sqlite', schema: 1 } as const;
  const read = await readArchive(target, { ...known, prefix: 'padaria' });
  expect(read._unsafeUnwrap()).toEqual(header);
  expect((await readArchive(target, known))._unsafeUnwrapErr()).toEqual({ kind: 'foreign' });
  expect(await readHeader(target, 'padaria')).toEqual(header);
  expect(await readHeader(target)).toBeUndefined();
});

test('a header that claims a large part of the memory is not read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'padded.tar.gz');
  const known = { engine: 'sqlite', schema: 1 } as const;
  for (const [padding, isRead] of [
    [60_000, true],
    [66_000, false],
  ] as const) {
    const header = {
      format: 'coachsite-backup',
      version: archiveVersion,
      createdAt: '2026-11-23T22:00:00.000Z',
      database: known,
      padding: ' '.repeat(padding),
    } as const;
    await writeArchive(path, header, [], async () => {});
    expect((await readHeader(path)) !== undefined).toBe(isRead);
    expect((await readArchive(path, known)).isOk()).toBe(isRead);
  }
});
