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

/**
 * What to say before a site is begun in PostgreSQL while the folder holds one on SQLite: the move was forgotten, or did not
 * end. Rejects when PostgreSQL cannot be used. Source: docs/security.md#DR-3.
 */
export async function unmovedSite(folders: DataFolders): Promise<string | undefined> {
  const { dataDirectory, databaseUrl, sqlitePath } = folders;
  if (databaseUrl === undefined || !hasBytes(sqlitePath) || (await hasDatabase(folders)))
    return undefined;
  return `Note: the site in ${dataDirectory} was not moved, and a new one begins in the database of DATABASE_URL. To move it, stop before anybody uses the new one, and: npm run migrate-to-postgres`;
}
