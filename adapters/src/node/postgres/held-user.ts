import type { Transaction } from './database.ts';
import { prepared } from './statement.ts';

const hold = prepared<{ userId: string }>('SELECT 1 FROM users WHERE id = :userId FOR KEY SHARE');

/**
 * Holds an account until the end of the transaction, so that what is written for it goes with it when it is removed or
 * taken over; waits where another transaction does so, as the foreign key would reject the row then. False without the
 * account.
 */
export const holdUser = async (on: Transaction, userId: string): Promise<boolean> =>
  (await hold.run(on, { userId })) > 0;
