import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from 'neverthrow';

/** The lock that one server holds on a data directory. */
export const serverLockPath = (dataDirectory: string): string => join(dataDirectory, 'server.lock');

/** Explanations of system error codes. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  /** Below /proc, where no folder can be created. */
  ENOENT: 'the system does not allow it',
  ENOSPC: 'the disk is full',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

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

/** Error codes of a full disk. The site still starts, because everything can be read. Source: docs/security.md#DR-5. */
const full = ['ENOSPC', 'EDQUOT'];

const reasonOf = (error: unknown): string => reasons[codeOf(error)] ?? codeOf(error);

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
    return err(`DATA_DIR: ${path} cannot be made (${reasonOf(error)}). ${expected}`);
  }
  if (!statSync(path).isDirectory()) return err(`DATA_DIR: ${path} is a file. ${expected}`);
  try {
    rmdirSync(mkdtempSync(join(path, '.probe-')));
  } catch (error) {
    if (full.includes(codeOf(error))) return ok();
    return err(`DATA_DIR: ${path} cannot be written to (${reasonOf(error)}). ${expected}`);
  }
  return ok();
}
