import type { Ports } from '@coachsite/server/compose';
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
 * Rejects where a mistyped name holds no site. Commands that `mayBegin` one get a note that says where they do.
 * Source: docs/contract.md#1.
 */
export async function needSite(config: Config, mayBegin: boolean): Promise<string | undefined> {
  const { needSite: need } = await import('@coachsite/server/backup');
  const isDefault = config.databaseUrl === undefined && !process.env.DATA_DIR;
  const needed = await need(config, { isDefault, mayBegin });
  if (needed.isErr()) throw new CommandError(needed.error);
  return needed.value;
}

/**
 * Opens the ports, runs `work` and closes them again. Safe while a server runs on the same data. Rejects with a sentence
 * when the database or the disk fails, or when there is no site, unless the command `mayBegin` one.
 */
export async function withPorts<T>(
  work: (ports: Ports, config: Config) => Promise<T>,
  { mayBegin = false }: { readonly mayBegin?: boolean } = {},
): Promise<T> {
  const config = await loadConfig();
  const { failed } = await import('./explain.ts');
  try {
    const note = await needSite(config, mayBegin);
    const { compose } = await import('@coachsite/server/compose');
    const failures = {
      lostEvent: (event: { readonly actionType: string }) => reportLostEvent(event.actionType),
    };
    const ports = await compose(config, { failures });
    if (note !== undefined) console.error(note);
    try {
      return await work(ports, config);
    } finally {
      await ports.close();
    }
  } catch (error) {
    throw failed(error, config);
  }
}
