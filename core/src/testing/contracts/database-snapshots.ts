import type { DatabaseSnapshots } from '../../backup/index.ts';
import type { TestRunner } from '../runner.ts';

/** A database that is in use, and its snapshots. */
export interface OpenedDatabase {
  readonly snapshots: DatabaseSnapshots;
  /** Makes an e-book active, of this SHA-256 in hexadecimal; resolves when that is durable. */
  readonly activate: (sha256: string) => Promise<unknown>;
  /** A path at which nothing is yet. */
  readonly freePath: () => string;
  /** The SHA-256 of each e-book in the copy at a path; undefined when there is none. */
  readonly read: (path: string) => Promise<readonly string[] | undefined>;
  /** From now on a page of the database is damaged. */
  readonly damage: () => Promise<void> | void;
}

const sha256 = (digit: string) => digit.repeat(64);

/** What `DatabaseSnapshots` do; `open` returns a database without e-books. */
export function databaseSnapshotsContract(
  { test, expect }: TestRunner,
  open: () => Promise<OpenedDatabase>,
): void {
  const taken = async ({ snapshots }: OpenedDatabase, path: string) =>
    (await snapshots.take(path))._unsafeUnwrap();

  test('a snapshot of an empty database is whole, and knows its schema', async () => {
    const database = await open();
    const path = database.freePath();
    const snapshot = await taken(database, path);
    expect(snapshot.ebooks).toEqual([]);
    expect(snapshot.schema).toBeGreaterThan(0);
    expect(await database.read(path)).toEqual([]);
    expect(['sqlite', 'postgres']).toContain(database.snapshots.engine);
  });

  test('a snapshot names each e-book that its copy names, once', async () => {
    const database = await open();
    for (const digit of ['a', 'b', 'a']) await database.activate(sha256(digit));
    const path = database.freePath();
    const { ebooks } = await taken(database, path);
    expect(ebooks.toSorted()).toEqual([sha256('a'), sha256('b')]);
    expect((await database.read(path))?.toSorted()).toEqual([sha256('a'), sha256('b')]);
  });

  test('a copy stays as it was taken, and the next one is of its own moment', async () => {
    const database = await open();
    const [first, second] = [database.freePath(), database.freePath()];
    await database.activate(sha256('a'));
    await taken(database, first);
    await database.activate(sha256('b'));
    await taken(database, second);
    expect(await database.read(first)).toEqual([sha256('a')]);
    expect((await database.read(second))?.toSorted()).toEqual([sha256('a'), sha256('b')]);
  });

  test('while it is taken the database goes on, and what it names is what it copied', async () => {
    const database = await open();
    await database.activate(sha256('a'));
    const path = database.freePath();
    const [{ ebooks }] = await Promise.all([
      taken(database, path),
      database.activate(sha256('b')),
      database.activate(sha256('c')),
    ]);
    expect(ebooks).toContain(sha256('a'));
    expect((await database.read(path))?.toSorted()).toEqual(ebooks.toSorted());
    const later = await taken(database, database.freePath());
    expect(later.ebooks.toSorted()).toEqual(['a', 'b', 'c'].map(sha256));
  });

  test('a snapshot writes over nothing', async () => {
    const database = await open();
    const path = database.freePath();
    await taken(database, path);
    await database.activate(sha256('a'));
    await expect(database.snapshots.take(path)).rejects.toThrow();
    expect(await database.read(path)).toEqual([]);
  });

  test('of a damaged database there is no snapshot, but the reason', async () => {
    const database = await open();
    await database.activate(sha256('a'));
    await database.damage();
    const path = database.freePath();
    const error = (await database.snapshots.take(path))._unsafeUnwrapErr();
    expect(error.kind).toBe('database_damaged');
    expect(error.reason).toMatch(/\w/);
    expect(await database.read(path)).toBeUndefined();
  });
}
