import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from 'neverthrow';
import { codeOf, isDiskFull, reasonOf } from './system-errors.ts';

/** The lock that one server holds on a data directory. */
export const serverLockPath = (dataDirectory: string): string => join(dataDirectory, 'server.lock');

/** Creates the folder and its missing parents. Node's recursive `mkdir` never returns below /proc. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const above = dirname(path);
    const isParentMissing =
      codeOf(error) === 'ENOENT' && above !== path && !statSync(above, { throwIfNoEntry: false });
    if (isParentMissing) {
      makeFolder(above);
      mkdirSync(path, { mode: 0o700 });
    } else if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Why nothing can be stored. Missing parents are made, so `ENOENT` comes from places like /proc only. */
const whyNot = (error: unknown): string =>
  codeOf(error) === 'ENOENT' ? 'the system does not allow it' : (reasonOf(error) ?? codeOf(error));

/**
 * Creates the data directory if it is missing, readable by its owner only. Errors: one line that names DATA_DIR and the
 * reason why nothing can be stored there. Source: docs/contract.md#2.
 */
export function openDataDirectory(path: string): Result<void, string> {
  const expected = 'Expected: a folder that can be made and written to';
  try {
    makeFolder(path);
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return err(`DATA_DIR: part of ${path} is a file. ${expected}`);
    return err(`DATA_DIR: ${path} cannot be made (${whyNot(error)}). ${expected}`);
  }
  if (!statSync(path).isDirectory()) return err(`DATA_DIR: ${path} is a file. ${expected}`);
  try {
    rmdirSync(mkdtempSync(join(path, '.probe-')));
  } catch (error) {
    // The site still starts, because everything can be read.
    if (isDiskFull(error)) return ok();
    return err(`DATA_DIR: ${path} cannot be written to (${whyNot(error)}). ${expected}`);
  }
  return ok();
}
