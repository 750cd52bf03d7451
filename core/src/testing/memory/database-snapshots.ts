import { err, ok } from 'neverthrow';
import type { DatabaseSnapshots } from '../../backup/index.ts';

/** Snapshots in memory, and what a test does to the database that they are of. */
export interface MemoryDatabase {
  readonly snapshots: DatabaseSnapshots;
  /** Makes an e-book active, of this SHA-256 in hexadecimal. */
  readonly activate: (sha256: string) => Promise<void>;
  /** A path at which nothing is yet. */
  readonly freePath: () => string;
  /** The SHA-256 of each e-book in the copy at a path; undefined when there is none. */
  readonly read: (path: string) => Promise<readonly string[] | undefined>;
  /** From now on the database is damaged. */
  readonly damage: () => void;
}

/** A database in memory that holds the names of e-books, and its snapshots. */
export function memoryDatabaseSnapshots(): MemoryDatabase {
  const ebooks = new Set<string>();
  const copies = new Map<string, readonly string[]>();
  let isDamaged = false;
  let paths = 0;
  return {
    snapshots: {
      engine: 'sqlite',
      take: async (path) => {
        if (isDamaged) return err({ kind: 'database_damaged', reason: 'page 1 is damaged' });
        if (copies.has(path)) throw new Error('There is a file at this path');
        const copy = [...ebooks];
        copies.set(path, copy);
        return ok({ schema: 1, ebooks: copy });
      },
    },
    activate: async (sha256) => {
      ebooks.add(sha256);
    },
    freePath: () => {
      paths += 1;
      return `copy-${paths}`;
    },
    read: async (path) => copies.get(path),
    damage: () => {
      isDamaged = true;
    },
  };
}
