import type { Transaction } from '../sql/database.ts';
import { rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

const hold = prepared<{ userId: string }>(
  sql`SELECT 1 FROM users WHERE id = :userId ${rowLock('FOR KEY SHARE')}`,
);

/**
 * Locks an account until the end of the transaction, so that what is written for it is removed with it if it is removed
 * or taken over. Waits while another transaction has the lock; without waiting, the foreign key would then reject the
 * row. False if there is no such account.
 */
export const holdUser = async (on: Transaction, userId: string): Promise<boolean> =>
  (await hold.run(on, { userId })) > 0;
