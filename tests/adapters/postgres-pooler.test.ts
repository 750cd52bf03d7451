import { openPostgres, type PostgresDatabase } from '@coachsite/adapters/postgres';
import type { Connection } from '@coachsite/adapters/sql';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '#adapters/src/node/database-copy/connection.ts';
import { prepared } from '#adapters/src/node/sql/statement.ts';
import { behindPooler } from '../support/behind-pooler.ts';
import { newRole } from '../support/postgres-role.ts';

/** What a host may have set; the statements of the stores must not depend on it. */
const unfit = { default_transaction_isolation: 'serializable', statement_timeout: '100ms' };

const state = prepared<object, { isolation: string; limit: string }>(
  `SELECT current_setting('transaction_isolation') AS isolation, current_setting('statement_timeout') AS limit,
     pg_sleep(0.2) IS NOT NULL AS slept`,
);
const seen = async (on: Connection) => {
  const { isolation, limit } = (await state.get(on, {})) ?? {};
  return { isolation, limit };
};
/** What the next client would find that the pooler gives the connection to. */
const left = `SELECT current_setting('default_transaction_isolation') AS isolation,
  current_setting('statement_timeout') AS limit, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
  (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`;

async function opened(): Promise<{ readonly database: PostgresDatabase; readonly url: string }> {
  const { url } = await newRole(unfit);
  const pooled = await behindPooler(url);
  const database = await openPostgres(pooled, undefined, { connections: 1 });
  onTestFinished(() => database.close());
  return { database, url: pooled };
}

test('behind a pooler each statement has what it needs, and leaves nothing in a session', async () => {
  const { database, url } = await opened();
  const needed = { isolation: 'read committed', limit: '20s' };
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await seen(database)).toEqual(needed);
    expect(await database.write(seen)).toEqual(needed);
    await expect(database.write((on) => on.run('SELECT 1 / 0', {}))).rejects.toThrow();
  }
  await database.write((on) => on.lock('of a transaction'));
  const inPool = await database.write(async (on) => {
    // What follows is in no transaction.
    await on.script('COMMIT');
    return (await on.run(left, {})).rows;
  });
  expect(inPool).toEqual([{ isolation: 'serializable', limit: '100ms', prepared: 0, locks: 0 }]);
  const copied = await inTransaction(url, 'REPEATABLE READ, READ ONLY', async (client) => {
    const { rows } = await client.query("SELECT current_setting('statement_timeout') AS limit");
    return rows;
  });
  expect(copied).toEqual([{ limit: '0' }]);
});
