import type { Config } from '../config/config.ts';

/** The most connections that a command beside the server opens. */
const ofCommands = 2;

/**
 * A note for the operator if the user of the database may open fewer connections than `processes` of one machine and a
 * command beside them can use. The site still works, because requests wait for each other; a command may find no place.
 */
export function tooFewConnections(
  allowed: number,
  { databasePoolSize }: Pick<Config, 'databasePoolSize'>,
  processes: number,
): string | undefined {
  const opened = databasePoolSize * processes;
  if (allowed >= opened + ofCommands) return undefined;
  const fits = Math.max(2, Math.floor((allowed - ofCommands) / processes));
  const who = processes === 1 ? 'this process opens' : `these ${processes} processes open`;
  return `Note: the user of DATABASE_URL may open ${allowed} connections at once; ${who} up to ${opened}, a command beside ${ofCommands}. Set DATABASE_POOL_SIZE to ${fits}, or less where processes on other machines share the database, or allow more: ALTER ROLE name CONNECTION LIMIT number`;
}
