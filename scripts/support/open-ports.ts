import type { Ports, StoreOptions } from '@coachsite/server/compose';
import type { Config } from '@coachsite/server/config';
import { CommandError } from './command.ts';

/** What the security log records as IP and user agent of a command. */
export const commandLineContext = { ip: 'local', userAgent: 'command line' } as const;

/** Warns that an event is missing from the security log, although the command itself succeeded. */
export const reportLostEvent = (actionType: string): void =>
  console.error(`This could not be written to the security log: ${actionType}`);

/**
 * Reads the configuration that a server started here would use. Imports it and the adapters only when needed, so that
 * `--help` and wrong usage print at once.
 */
export async function loadConfig(): Promise<Config> {
  const { readConfig } = await import('@coachsite/server/config');
  const read = readConfig(process.env);
  if (read.isErr()) throw new CommandError(read.error);
  return read.value;
}

/**
 * Rejects where somebody named a folder or a database that holds no site: that is a mistyped name, and opening it would
 * begin a new site there. Commands that `mayBegin` one do so, and all of them in the default folder, as each works with no
 * environment set; the note that is returned says where, as that is a mistake when the site is elsewhere.
 * Source: docs/contract.md#1.
 */
export async function needSite(config: Config, mayBegin: boolean): Promise<string | undefined> {
  const { holdsSite } = await import('@coachsite/server/backup');
  if (await holdsSite(config)) return;
  const isDefault = config.databaseUrl === undefined && !process.env.DATA_DIR;
  const place =
    config.databaseUrl === undefined ? config.dataDirectory : 'the database of DATABASE_URL';
  if (!isDefault && !mayBegin)
    throw new CommandError(`There is no site in ${place}. npm start makes one`);
  const why = isDefault ? ', the default of DATA_DIR' : '';
  return `Note: there was no site in ${place}${why}, so a new one was begun there`;
}

/** What a command does to the site. */
interface Opening {
  /** Whether it may begin a site where there is none. */
  readonly mayBegin?: boolean;
  /** Whether it may make new keys in place of those that the data needs; no server may run on SQLite then. */
  readonly mayRenewKeys?: boolean;
}

/** Opens the ports, runs `work` and closes them again. */
async function withOpenPorts<T>(
  config: Config,
  options: StoreOptions,
  work: (ports: Ports) => Promise<T>,
): Promise<T> {
  const { compose } = await import('@coachsite/server/compose');
  const ports = await compose(config, options);
  ports.onFailure({
    unusableProvider: () => undefined,
    lostEvent: ({ actionType }) => reportLostEvent(actionType),
  });
  try {
    return await work(ports);
  } finally {
    await ports.close();
  }
}

/** Runs `work` while no server can start on SQLite; rejects where one runs, which would go on with the keys that it has read. */
async function withoutServer<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const { takeServerLock } = await import('@coachsite/server/server-lock');
  const taken = takeServerLock(config);
  if (taken.isErr()) throw new CommandError(taken.error);
  try {
    return await work();
  } finally {
    taken.value?.release();
  }
}

/**
 * Runs `work` with the ports. Safe while a server runs on the same data, but for `mayRenewKeys`. Rejects with a sentence
 * when the database or the disk fails, or when there is no site.
 */
export async function withPorts<T>(
  work: (ports: Ports, config: Config) => Promise<T>,
  { mayBegin = false, mayRenewKeys = false }: Opening = {},
): Promise<T> {
  const config = await loadConfig();
  const { failed } = await import('./explain.ts');
  try {
    const note = await needSite(config, mayBegin);
    const onPorts = (ports: Ports) => {
      if (note !== undefined) console.error(note);
      return work(ports, config);
    };
    if (!mayRenewKeys) return await withOpenPorts(config, {}, onPorts);
    const alone = { mayRenewKeys, hasLock: true };
    return await withoutServer(config, () => withOpenPorts(config, alone, onPorts));
  } catch (error) {
    throw failed(error, config);
  }
}
