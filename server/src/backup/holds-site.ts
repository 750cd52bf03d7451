import type { DataFolders } from './make-backup.ts';
import { hasBytes, remainsOf } from './site-files.ts';

/** Whether there is a database of a site, or a file that may be one. Rejects when PostgreSQL cannot be used. */
export async function hasDatabase({ databaseUrl, sqlitePath }: DataFolders): Promise<boolean> {
  if (databaseUrl === undefined) return hasBytes(sqlitePath);
  const { holdsSite: hasTables } = await import('@coachsite/adapters/database-copy');
  return hasTables(databaseUrl);
}

/** Whether there is a site, or what is left of one whose database is lost. Rejects when PostgreSQL cannot be used. */
export const holdsSite = async (folders: DataFolders): Promise<boolean> =>
  (await hasDatabase(folders)) ||
  (folders.databaseUrl === undefined && (await remainsOf(folders)) !== undefined);
