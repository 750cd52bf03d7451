import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The command was called with wrong arguments; its help is shown and it exits with 2. */
export class UsageError extends Error {}

/** The command failed; the message says why, and it exits with 1. */
export class CommandError extends Error {}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values'];

/** A command: its help, its options, and what it does with them. */
export interface Command<Options extends ParseArgsOptionsConfig> {
  /** Shown by `--help` and below a usage error; the first line names the command. */
  readonly help: string;
  readonly options?: Options;
  readonly run: (
    values: Values<Options>,
    positionals: readonly string[],
  ) => Promise<void> | Promise<number>;
}

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS'));

/** Rejects options that belong to another subcommand. */
export function takeOnly(values: object, ...names: readonly string[]): void {
  const foreign = Object.keys(values).filter((name) => !names.includes(name));
  if (foreign.length > 0) {
    throw new UsageError(`Not understood here: ${foreign.map((name) => `--${name}`).join(' ')}`);
  }
}

/**
 * Runs a command of this folder: 0 on success (or the number it returns), 1 on a failure it explains, 2 on
 * wrong usage; errors go to stderr. Source: docs/contract.md#1.
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      options: { ...command.options, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values.help) {
      console.log(command.help);
      return;
    }
    const status = await command.run(values as Values<Options>, positionals);
    if (typeof status === 'number') process.exitCode = status;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(isUsage(error) ? `${message}\n\n${command.help}` : message);
    process.exitCode = isUsage(error) ? 2 : 1;
  }
}
