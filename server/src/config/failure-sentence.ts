import type { Config } from './config.ts';
import { codeOf, isDiskFull, reasonOf } from './system-errors.ts';

/** What SQLite says, in words. The codes it reports begin with these. */
const sqliteReasons: Readonly<Record<string, string>> = {
  SQLITE_CANTOPEN: 'this user cannot open it, or its folder is missing',
  SQLITE_READONLY: 'this user may not write to it or to its folder',
  SQLITE_PERM: 'this user may not use it',
  SQLITE_NOTADB: 'it is no database, or damaged; nothing was changed. Restore a backup',
  SQLITE_CORRUPT: 'it is damaged; nothing was changed. Restore a backup',
  SQLITE_IOERR: 'the disk reports an error',
  SQLITE_BUSY: 'another program keeps it locked',
  SQLITE_LOCKED: 'another program keeps it locked',
};

/** What the connection to PostgreSQL or its server says, in words. */
const postgresReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing accepts connections there; is PostgreSQL running?',
  ECONNRESET: 'the connection ended',
  EPIPE: 'the connection ended',
  ENOTFOUND: 'there is no machine of that name',
  EAI_AGAIN: 'the name of the machine could not be looked up',
  ETIMEDOUT: 'the machine does not respond',
  EHOSTUNREACH: 'the machine cannot be reached',
  ENETUNREACH: 'the machine cannot be reached',
  '28000': 'it does not let this user in',
  '28P01': 'the user or the password is wrong',
  '3D000': 'there is no database of that name',
  '25006': 'it takes no writes, as a standby does',
  '53100': 'its disk is full',
  '53300': 'it has no connection left',
  '55P03': 'another process is changing it',
  '57P01': 'it is stopping, or somebody ended the connection; try again',
  '57P03': 'it is starting or stopping; try again',
  UNCONFIRMED:
    'the connection ended in the last step, so it is not known whether all is stored. Run this again: it finds out',
};

/** What the driver says without a code, in words; other texts, as of TLS, are its own. */
const driverReasons: readonly (readonly [RegExp, string])[] = [
  [/password must be/, 'it asks for a password, and the URL has none'],
  [/terminated|timeout|queryable/i, 'the connection ended, or nothing responded'],
];

/** The beginning of a sentence about PostgreSQL. The adapter that copies a site begins its errors with it already. */
const unusablePostgres = 'DATABASE_URL: the database cannot be used: ';

function postgresReason(name: string, message: string): string {
  const text = message.replace(unusablePostgres, '');
  const ofDriver = driverReasons.find(([form]) => name === 'LOST' && form.test(text));
  return postgresReasons[name] ?? ofDriver?.[1] ?? (text || name);
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? text;

/** What an operator set that a sentence may name, or must not repeat. */
type Places = Pick<Config, 'sqlitePath'> & Partial<Pick<Config, 'databaseUrl'>>;

function reasonSentence(error: unknown, { sqlitePath, databaseUrl }: Places): string {
  const code = codeOf(error);
  const message = firstLine(error instanceof Error ? error.message : String(error));
  // Of the database, or of a write, neither of which names its file.
  if (isDiskFull(error) && !(error instanceof Error && 'path' in error)) return 'the disk is full';
  if (code.startsWith('SQLITE_')) {
    const [name = code] = /^SQLITE_[A-Z]+/.exec(code) ?? [];
    return `The database ${sqlitePath} cannot be used: ${sqliteReasons[name] ?? message}`;
  }
  if (code.startsWith('POSTGRES_')) {
    return unusablePostgres + postgresReason(code.slice('POSTGRES_'.length), message);
  }
  const reason = reasonOf(error);
  if (!(reason && error instanceof Error && 'path' in error)) return message;
  // Such as the file of `sslrootcert`.
  const ofUrl = databaseUrl ? [...new URL(databaseUrl).searchParams.values()] : [];
  return `${ofUrl.includes(`${error.path}`) ? 'DATABASE_URL: ' : ''}${error.path}: ${reason}`;
}

/**
 * Why a server or a command cannot go on, in one line without a stack, and without what is in `DATABASE_URL`. The texts of
 * drivers are translated where they are known. `whatNot` says what was not done, and is left out where that is not known.
 * Source: docs/contract.md#1.
 */
export function failureSentence(error: unknown, places: Places, whatNot?: string): string {
  const reason = reasonSentence(error, places);
  const isKnown = codeOf(error) !== 'POSTGRES_UNCONFIRMED';
  return whatNot !== undefined && isKnown ? `${whatNot}: ${reason}` : reason;
}

/** The same of a server that starts, which may also be unable to listen. */
export function startSentence(
  error: unknown,
  config: Pick<Config, 'host' | 'port' | 'sqlitePath'> & Partial<Pick<Config, 'databaseUrl'>>,
): string {
  const { host, port } = config;
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return `${host}:${port} is in use: stop the program that listens there, or set PORT`;
  }
  if (code === 'EACCES' && error instanceof Error && 'port' in error) {
    return `PORT: this user may not listen on ${host}:${port}. Expected: 1024 or more`;
  }
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code)) {
    return `HOST: ${host} is no IP or name of this machine`;
  }
  return failureSentence(error, config);
}
