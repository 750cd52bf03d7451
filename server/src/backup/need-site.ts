import { err, ok, type Result } from 'neverthrow';
import { holdsSite } from './holds-site.ts';
import type { DataFolders } from './make-backup.ts';

/**
 * Checks that there is a site in the folder or database of the settings. If somebody named one without a site, that is
 * probably a mistyped name, and opening it would begin a new site there: an error. Two kinds of commands may begin a
 * new site: those with `mayBegin`, and any command in the default folder, because commands work without any settings.
 * They get a note that says where the new site is, in case the real one is elsewhere. Rejects when PostgreSQL cannot be
 * used. Source: docs/contract.md#1.
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
