import {
  type ArchivedFile,
  archiveVersion,
  backupFileName,
  backupsToRemove,
  checkHeader,
  isArchivePath,
  isBackupFileName,
  isComplete,
  isIntegrityCheckDue,
} from '@coachsite/core/backup';
import { dayMs } from '@coachsite/core/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const times = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });

describe('names of backups', () => {
  test('the name is the time in UTC', () => {
    const name = backupFileName(Date.UTC(2026, 10, 23, 22, 5, 9, 7));
    expect(name).toBe('coachsite-20261123T220509007Z.tar.gz');
  });

  test('names are recognised and sort like their times', () => {
    fc.assert(
      fc.property(times, times, (a, b) => {
        expect(isBackupFileName(backupFileName(a))).toBe(true);
        expect(backupFileName(a) < backupFileName(b)).toBe(a < b);
      }),
    );
  });

  test('has a name of its form for any number as a time', () => {
    for (const now of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -1,
      Date.UTC(10_000, 0, 1),
      8.64e15 + 1,
    ])
      expect(isBackupFileName(backupFileName(now)), String(now)).toBe(true);
  });

  test('a product has a prefix of its own, and takes no backup of another', () => {
    const name = backupFileName(Date.UTC(2026, 10, 23, 22, 5, 9, 7), 'padaria');
    expect(name).toBe('padaria-20261123T220509007Z.tar.gz');
    expect(isBackupFileName(name, 'padaria')).toBe(true);
    expect(isBackupFileName(name)).toBe(false);
    expect(isBackupFileName(`padaria-old${name.slice('padaria'.length)}`, 'padaria')).toBe(false);
    expect(isBackupFileName(backupFileName(0), 'padaria')).toBe(false);
    expect(isBackupFileName(name, 'padaria-2')).toBe(false);
  });

  test.each([
    'notes.tar.gz',
    'coachsite-before.tar.gz',
    'x/coachsite-20261123T220509007Z.tar.gz',
    'coachsite-20261123T220509007Z.tar.gz.part',
  ])('%s is no name of a backup', (name) => expect(isBackupFileName(name)).toBe(false));
});

describe('rotation', () => {
  test('keeps the newest and always the one just made, whatever the clock says', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(times, { minLength: 1, maxLength: 12 }),
        fc.nat(11),
        fc.integer({ min: 1, max: 14 }),
        (at, index, keep) => {
          const names = at.map((time) => backupFileName(time));
          const made = names[index % names.length] ?? '';
          const removed = backupsToRemove(names, keep, made);
          const kept = names.filter((name) => !removed.includes(name));
          expect(kept).toContain(made);
          expect(kept).toHaveLength(Math.min(keep, names.length));
          const others = kept.filter((name) => name !== made);
          for (const name of removed) for (const one of others) expect(one > name).toBe(true);
        },
      ),
    );
  });
});

describe('the header of an archive', () => {
  const known = { engine: 'sqlite', schema: 40 } as const;
  const header = {
    format: 'coachsite-backup',
    version: archiveVersion,
    createdAt: '2026-11-23T22:00:00.000Z',
    database: { engine: 'sqlite', schema: 40 },
  };
  const kindOf = (value: unknown) =>
    checkHeader(value, known).match(
      () => 'ok',
      ({ kind }) => kind,
    );

  test.each([
    [header, 'ok'],
    [{ ...header, database: { engine: 'sqlite', schema: 3 } }, 'ok'],
    [{ ...header, database: { engine: 'sqlite', schema: 41 } }, 'newer'],
    [{ ...header, version: archiveVersion + 1 }, 'newer'],
    [{ format: 'coachsite-backup', version: archiveVersion + 1, other: 'shape' }, 'newer'],
    [{ ...header, database: { engine: 'postgres', schema: 40 } }, 'foreign'],
    [{ ...header, format: 'another' }, 'foreign'],
    [{ ...header, createdAt: 'yesterday' }, 'foreign'],
    [{ ...header, createdAt: 2026 }, 'foreign'],
    [{ ...header, database: { engine: 'mysql', schema: 40 } }, 'foreign'],
    [{ format: 'another', version: archiveVersion + 1 }, 'foreign'],
    [undefined, 'foreign'],
    [[], 'foreign'],
  ])('%j is %s', (value, kind) => expect(kindOf(value)).toBe(kind));

  test('is of the engine that is restored into', () => {
    const postgres = { ...header, database: { engine: 'postgres', schema: 7 } };
    const onPostgres = { engine: 'postgres', schema: 7 } as const;
    expect(checkHeader(postgres, onPostgres)._unsafeUnwrap()).toEqual(postgres);
    expect(checkHeader(header, onPostgres)._unsafeUnwrapErr()).toEqual({ kind: 'foreign' });
  });

  test('is of the product that restores it', () => {
    const own = { ...header, format: 'padaria-backup' };
    expect(checkHeader(own, { ...known, prefix: 'padaria' })._unsafeUnwrap()).toEqual(own);
    for (const [value, prefix] of [
      [own, undefined],
      [header, 'padaria'],
      [{ ...header, version: archiveVersion + 1 }, 'padaria'],
    ] as const)
      expect(checkHeader(value, { ...known, prefix })._unsafeUnwrapErr().kind).toBe('foreign');
  });

  test('no value makes it throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(kindOf(value)).toBe('foreign');
      }),
    );
  });
});

test.each([
  ['database.sqlite', true],
  [`ebook/${'a'.repeat(64)}`, true],
  ['keys/signing-000000000000000.pem', true],
  ['outbox/20261123T220509007Z-x.eml', true],
  ['../keys/x', false],
  ['keys/../../etc/passwd', false],
  ['keys/.hidden', false],
  ['/keys/x', false],
  ['keys/a/b', false],
  ['keys\\..\\x', false],
  ['server.lock', false],
  ['', false],
])('an archive may hold %j: %s', (path, isAllowed) => expect(isArchivePath(path)).toBe(isAllowed));

describe('a manifest', () => {
  const file: fc.Arbitrary<ArchivedFile> = fc.record({
    path: fc.string(),
    sizeBytes: fc.nat(),
    sha256: fc.string(),
  });
  const files = fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 5 });

  test('fits the files it lists, in any order, and no others', () => {
    fc.assert(
      fc.property(files, file, (listed, other) => {
        expect(isComplete({ files: listed }, [...listed].reverse())).toBe(true);
        fc.pre(listed.every(({ path }) => path !== other.path));
        expect(isComplete({ files: listed }, [...listed, other])).toBe(false);
        expect(isComplete({ files: [...listed, other] }, listed)).toBe(false);
      }),
    );
  });

  test('does not fit a file with another size or hash', () => {
    const found = [{ path: 'database.sqlite', sizeBytes: 1, sha256: 'a' }];
    expect(isComplete({ files: [{ ...found[0], sizeBytes: 2 }] }, found)).toBe(false);
    expect(isComplete({ files: [{ ...found[0], sha256: 'b' }] }, found)).toBe(false);
    expect(isComplete({ files: [null] }, [])).toBe(false);
    expect(isComplete({ files: found }, [...found, ...found])).toBe(false);
    expect(isComplete({ files: [...found, ...found] }, found)).toBe(false);
    expect(isComplete(undefined, [])).toBe(false);
  });
});

test('the database is checked once a week, and when the last check lies in the future', () => {
  const now = 100 * dayMs;
  expect(isIntegrityCheckDue(now - 7 * dayMs + 1, now)).toBe(false);
  expect(isIntegrityCheckDue(now - 7 * dayMs, now)).toBe(true);
  expect(isIntegrityCheckDue(now, now)).toBe(false);
  expect(isIntegrityCheckDue(now + 1, now)).toBe(true);
});
