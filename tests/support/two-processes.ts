import { openPostgres, type PostgresDatabase } from '@coachsite/adapters/postgres';
import type { Transaction } from '@coachsite/adapters/sql';
import type { OneTimeToken } from '@coachsite/core/one-time-token';
import type { Session } from '@coachsite/core/session';
import { onTestFinished } from 'vitest';
import { prepared } from '#adapters/src/node/sql/statement.ts';
import { newSchema } from './postgres-schema.ts';

/** Where their databases are: those of the run, unless a test puts others in their place. */
export const databases = { newUrl: newSchema };

/** Two pools on one database stand for two processes: they share nothing but the database. */
export async function twoProcesses(): Promise<readonly [PostgresDatabase, PostgresDatabase]> {
  const url = await databases.newUrl();
  const pools = await Promise.all([openPostgres(url), openPostgres(url)] as const);
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.close()));
  });
  return pools;
}

/** Makes `count` calls at once, by turns on each of two stores. */
export const byTurns = <Store, T>(
  stores: readonly [Store, Store],
  count: number,
  call: (store: Store, index: number) => Promise<T>,
) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => call(stores[index % 2 === 0 ? 0 : 1], index)),
  );

/** The connections that wait for the transaction that asks; other test files wait on the same server. */
const waiting = prepared<object, { pid: number }>(
  'SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))',
);

const sleep = prepared<{ seconds: number }>('SELECT pg_sleep(:seconds)');

/** A transaction waits for its own statements only: this one takes so long, in seconds. */
export const pause = (on: Transaction, seconds = 0.02) => sleep.run(on, { seconds });

/** Goes on in a transaction once something is so. */
export async function until(on: Transaction, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(on);
}

/** Goes on in a transaction once another connection waits for it. */
export const untilAwaited = (on: Transaction) =>
  until(on, async () => (await waiting.all(on, {})).length > 0);

/**
 * A database on which `meanwhile` begins before the statement of a transaction that begins with `before`, and ends, or
 * waits for the transaction.
 */
export const interrupted = (
  database: PostgresDatabase,
  before: string,
  meanwhile: () => Promise<unknown>,
): PostgresDatabase => ({
  ...database,
  write: (work) =>
    database.write((on) =>
      work({
        ...on,
        run: async (text, bound) => {
          if (text.startsWith(before)) {
            let hasEnded = false;
            void meanwhile().then(() => {
              hasEnded = true;
            });
            await until(on, async () => hasEnded || (await waiting.all(on, {})).length > 0);
          }
          return on.run(text, bound);
        },
      }),
    ),
});

export const tokenOf = (userId: string): OneTimeToken => ({
  id: 't',
  userId,
  slot: 'recovery',
  type: 'recovery',
  recipient: 'ann@example.com',
  linkHash: 'link',
  codeHash: 'code',
  misses: 0,
  confirmsPassword: false,
  challenge: undefined,
  createdAt: 1,
  linkExpiresAt: 100,
  codeExpiresAt: 100,
});

export const sessionOf = (id: string, userId: string): Session => ({
  id,
  userId,
  amr: [],
  createdAt: 1,
  refreshedAt: undefined,
  notAfter: undefined,
  ip: '',
  userAgent: '',
  refresh: { counter: 0, start: 0, key: '', hash: '', rotatedAt: 1 },
});
