import { err, ok, type Result } from 'neverthrow';
import { holdsSite } from './holds-site.ts';
import type { DataFolders } from './make-backup.ts';

/**
 * Errors where somebody named a folder or a database that holds no site: that is a mistyped name, and opening it would
 * begin a new site there. Commands that `mayBegin` one do so, and all of them in the default folder, as each works with no
 * environment set; the note that is returned says where, as that is a mistake when the site is elsewhere. Rejects when
 * PostgreSQL cannot be used. Source: docs/contract.md#1.
 */
export async function needSite(
  folders: DataFolders,
  { isDefault, mayBegin }: { readonly isDefault: boolean; readonly mayBegin: boolean },
): Promise<Result<string | undefined, string>> {
  if (await holdsSite(folders)) return ok(undefined);
  const place =
    folders.databaseUrl === undefined ? folders.dataDirectory : 'the database of DATABASE_URL';
  if (!isDefault && !mayBegin) return err(`There is no site in ${place}. npm start makes one`);
  const why = isDefault ? ', the default of DATA_DIR' : '';
  return ok(`Note: there was no site in ${place}${why}, so a new one was begun there`);
}
