import { type None, prepared } from '../sql/statement.ts';
import { openDatabase } from './database.ts';

/** Locks that one process at a time holds, by name. They end with the process and with its connection. */
export interface PostgresLocks {
  /** Opens the connection, which the first lock would open. */
  readonly open: () => Promise<void>;
  /** Takes a lock; false while another process has it. A process takes none twice. */
  readonly take: (name: string) => Promise<boolean>;
  /** Gives a lock back that this process holds. */
  readonly free: (name: string) => Promise<void>;
  /** Frees every lock and closes the connection. */
  readonly close: () => Promise<void>;
}

const begin = prepared<None>('SELECT');
const take = prepared<{ name: string }, { taken: boolean }>(
  'SELECT pg_try_advisory_lock(hashtextextended(:name, 0)) AS taken',
);
const free = prepared<{ name: string }>('SELECT pg_advisory_unlock(hashtextextended(:name, 0))');

/** Locks of PostgreSQL, on a connection of their own, which stays open: they belong to the connection that took them. */
export function postgresLocks(url: string): PostgresLocks {
  const connection = openDatabase(url, { isSingle: true });
  return {
    open: async () => void (await begin.run(connection, {})),
    take: async (name) => (await take.get(connection, { name }))?.taken === true,
    free: async (name) => void (await free.run(connection, { name })),
    close: connection.close,
  };
}
