import { randomUUID } from 'node:crypto';
import type { Database } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';

/** How long a lock stays that its process does not extend, and how often that does, in milliseconds. */
const [leaseMs, extendedEveryMs] = [15_000, 5_000];

/** Locks that one process at a time holds, by name. Those of a process that ended are free after 15 seconds. */
export interface PostgresLocks {
  /** Takes a lock; false while another process has it. A process takes none twice. */
  readonly take: (name: string) => Promise<boolean>;
  /** Gives a lock back that this process holds. */
  readonly free: (name: string) => Promise<void>;
  /** Frees every lock; the database stays open. Those that it cannot free, as a database that is away, end by themselves. */
  readonly close: () => Promise<void>;
}

/**
 * A crash of the server may empty it, which frees locks of connections that are lost; so nothing is synced for it. Names, which
 * may be of persons, are kept as a hash.
 */
export const makeLeases = prepared<None>(
  `CREATE UNLOGGED TABLE IF NOT EXISTS leases
     (key BIGINT PRIMARY KEY, holder TEXT NOT NULL, ends_at_ms BIGINT NOT NULL)`,
);

const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const keyOf = (name: string) => `hashtextextended(${name}, 0)`;

interface Holder {
  readonly holder: string;
}

const take = prepared<Holder & { name: string }>(
  `INSERT INTO leases (key, holder, ends_at_ms) VALUES (${keyOf(':name')}, :holder, ${now} + ${leaseMs})
   ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, ends_at_ms = excluded.ends_at_ms
   WHERE leases.ends_at_ms <= ${now}`,
);
const extend = prepared<Holder & { names: readonly string[] }>(
  `UPDATE leases SET ends_at_ms = ${now} + ${leaseMs}
   WHERE holder = :holder AND key IN (SELECT ${keyOf('name')} FROM unnest(:names::text[]) AS held (name))`,
);
// What processes left that ended, too.
const free = prepared<Holder & { name: string }>(
  `DELETE FROM leases WHERE (key = ${keyOf(':name')} AND holder = :holder) OR ends_at_ms <= ${now}`,
);
const freeAll = prepared<Holder>('DELETE FROM leases WHERE holder = :holder');

/**
 * Locks in rows with a lease, by the clock of the database: a lock of PostgreSQL's own would belong to the connection that took
 * it, which through a pooler is another one for each statement. Nothing may depend on a lock alone whose database does not
 * respond for longer than its lease.
 */
export function postgresLocks(database: Database): PostgresLocks {
  const holder = randomUUID();
  const held = new Set<string>();
  const timer = setInterval(() => {
    if (held.size === 0) return;
    void extend.run(database, { holder, names: [...held] }).catch(() => undefined);
  }, extendedEveryMs);
  timer.unref();
  return {
    take: async (name) => {
      const isTaken = (await take.run(database, { name, holder })) > 0;
      if (isTaken) held.add(name);
      return isTaken;
    },
    free: async (name) => {
      held.delete(name);
      await free.run(database, { name, holder });
    },
    close: async () => {
      clearInterval(timer);
      if (held.size > 0) await freeAll.run(database, { holder }).catch(() => undefined);
    },
  };
}
