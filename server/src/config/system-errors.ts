/** The code of an error of the system or of SQLite, such as `EACCES`; empty for any other. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Codes of a disk or a quota that is full; the last one is of the index of the write-ahead log, which every opening writes. */
const fullDisk = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'];

/** Whether there was no space left. Source: docs/security.md#DR-5. */
export const isDiskFull = (error: unknown): boolean => fullDisk.includes(codeOf(error));

const reasons: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fullDisk.map((code) => [code, 'the disk is full'])),
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'a file is in the way',
  ELOOP: 'its links lead in a circle',
  EIO: 'the disk reports an error',
};

/** Why the file system rejected something, in words; `undefined` for an unknown code. */
export const reasonOf = (error: unknown): string | undefined => reasons[codeOf(error)];
