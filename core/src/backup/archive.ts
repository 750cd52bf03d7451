import { err, ok, type Result } from '../kernel/index.ts';

/** The version of the archive format that this program writes and reads. */
export const archiveVersion = 1;

/** The first entry of every archive: identifies it, before anything else of it is read. */
export interface ArchiveHeader {
  /** Identifies an archive of this program, `coachsite-backup` unless it has another prefix; anything else is foreign. */
  readonly format: `${string}-backup`;
  /** Number of the form of the archive; a higher one than `archiveVersion` was written by a newer program. */
  readonly version: number;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly database: {
    readonly engine: 'sqlite' | 'postgres';
    /** Number of the last migration. */
    readonly schema: number;
  };
}

/** One file of an archive, `path` relative to its root. */
export interface ArchivedFile {
  /** With `/` between folders, whatever the platform. */
  readonly path: string;
  readonly sizeBytes: number;
  /** SHA-256, in hexadecimal. */
  readonly sha256: string;
}

/** Why an archive cannot be restored: not written by this program, incomplete or altered, or from a newer version. */
export interface ArchiveError {
  /** `foreign`: another program wrote it; `damaged`: incomplete or altered; `newer`: update the program first. */
  readonly kind: 'foreign' | 'damaged' | 'newer';
}

/** Which archives can be restored: those of this program, with the newest schema. */
export interface KnownSchema {
  /** What the format of its archives and their names begin with; `coachsite` by default. */
  readonly prefix?: string | undefined;
  readonly engine: ArchiveHeader['database']['engine'];
  /** Number of the last migration that this program has. */
  readonly schema: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a record of the format has the form of a header, whatever its engine. */
function isHeader(
  value: Record<string, unknown>,
): value is Record<string, unknown> & ArchiveHeader {
  return (
    Number.isSafeInteger(value.version) &&
    typeof value.createdAt === 'string' &&
    Number.isFinite(Date.parse(value.createdAt)) &&
    isRecord(value.database) &&
    Number.isSafeInteger(value.database.schema)
  );
}

/**
 * Reads the first entry of an archive. Errors: `foreign` if it is no header, `newer` if its format or schema is newer
 * than what this program knows. Source: docs/security.md#DR-4.
 */
export function checkHeader(
  value: unknown,
  { prefix = 'coachsite', engine, schema }: KnownSchema,
): Result<ArchiveHeader, ArchiveError> {
  if (!isRecord(value) || value.format !== `${prefix}-backup`) return err({ kind: 'foreign' });
  if (Number(value.version) > archiveVersion) return err({ kind: 'newer' });
  if (!isHeader(value) || value.database.engine !== engine) return err({ kind: 'foreign' });
  return value.database.schema > schema ? err({ kind: 'newer' }) : ok(value);
}

const filePath = /^(database\.sqlite|(ebook|keys|outbox)\/[A-Za-z0-9][A-Za-z0-9._-]{0,199})$/;

/** Whether an archive may hold a file of this path: nothing outside its folders. Source: docs/security.md#DR-4. */
export function isArchivePath(path: string): boolean {
  return filePath.test(path);
}

/** Whether the files found are exactly those listed, with the same sizes and hashes. */
export function isComplete(listed: unknown, found: readonly ArchivedFile[]): boolean {
  if (!isRecord(listed) || !Array.isArray(listed.files)) return false;
  const line = (file: unknown) =>
    isRecord(file) ? `${file.path} ${file.sizeBytes} ${file.sha256}` : '';
  const expected = new Set(listed.files.map(line));
  const actual = new Set(found.map(line));
  return (
    actual.size === found.length &&
    expected.size === listed.files.length &&
    expected.size === actual.size &&
    [...actual].every((file) => expected.has(file))
  );
}
