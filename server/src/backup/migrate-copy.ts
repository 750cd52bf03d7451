import { migrate, openDatabase } from '@coachsite/adapters/sqlite';

/** Brings a copy up to date, which nobody else uses. Rejects with a sentence when it is newer than this program. */
export async function migrateCopy(path: string): Promise<void> {
  const database = openDatabase(path);
  try {
    migrate(database);
  } finally {
    await database.close();
  }
}
