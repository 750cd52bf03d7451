import type { Config } from './config.ts';
import { postgresReason } from './postgres-reasons.ts';
import { codeOf, isDiskFull, reasonOf } from './system-errors.ts';

const asTheSite = 'run this as the user of the site, whose files they are';

/** What SQLite says, in words. The codes it reports begin with these. */
const sqliteReasons: Readonly<Record<string, string>> = {
  SQLITE_CANTOPEN: `this user cannot open it, or its folder is missing: ${asTheSite}`,
  SQLITE_READONLY: `this user may not write to it or to its folder: ${asTheSite}`,
  SQLITE_PERM: `this user may not use it: ${asTheSite}`,
  SQLITE_NOTADB: 'it is no database, or damaged; nothing was changed. Restore a backup',
  SQLITE_CORRUPT: 'it is damaged; nothing was changed. Restore a backup',
  SQLITE_IOERR:
    'the disk reports an error: look into the log of the system, and restore a backup on another disk',
  SQLITE_BUSY: 'another program keeps it locked: end that one, and try again',
  SQLITE_LOCKED: 'another program keeps it locked: end that one, and try again',
};

/** The beginning of a sentence about PostgreSQL. The adapter that copies a site begins its errors with it already. */
const unusablePostgres = 'DATABASE_URL: the database cannot be used: ';

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
    const said = message.replace(unusablePostgres, '');
    return unusablePostgres + postgresReason(code.slice('POSTGRES_'.length), said);
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
