import { statSync } from 'node:fs';

/**
 * The user that a new file in `folder` has to belong to: a command that root runs writes beside a server that runs as
 * another user, which must be able to read the files in its folders. SQLite does the same with its files. `undefined`
 * if a new file belongs to the right user anyway. Throws when the file system does.
 */
export function ownerOfFolder(
  folder: string,
): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}
