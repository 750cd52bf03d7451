import type { Transaction } from '../sql/database.ts';
import { rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

const hold = prepared<{ userId: string }>(
  sql`SELECT 1 FROM users WHERE id = :userId ${rowLock('FOR KEY SHARE')}`,
);

/**
 * Holds an account until the end of the transaction, so that what is written for it goes with it when it is removed or
 * taken over; waits where another transaction does so, as the foreign key would reject the row then. False without the
 * account.
 */
export const holdUser = async (on: Transaction, userId: string): Promise<boolean> =>
  (await hold.run(on, { userId })) > 0;
