import { CommandError } from './command.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  SQLITE_FULL: 'the disk is full',
  EISDIR: 'is a folder',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'a file is in the way',
};

/** An error of the file system in one sentence about what was not done; any other error as it is. */
export function fileSystemReason(error: unknown, whatNot: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const reason = reasons[String(error.code)];
  if (!reason) return error;
  const path = 'path' in error ? `${String(error.path)}: ` : '';
  return new CommandError(`${whatNot}: ${path}${reason}`);
}
