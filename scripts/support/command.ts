import { constants } from 'node:os';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { closeInput, nextInputLine } from './input.ts';
import { missingPackage } from './missing-package.ts';
import { counted } from './words.ts';

/** The command was called with wrong arguments; its help is shown and it exits with 2. */
export class UsageError extends Error {}

/** The command failed; the message says why, and it exits with 1. */
export class CommandError extends Error {}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values'];

/** What a command does with its options and parameters; it exits with the number that is returned, or 0. */
interface Action<Options extends ParseArgsOptionsConfig> {
  /** Parameters that must be given, by name. */
  readonly needs?: readonly string[];
  /** How many parameters may follow those; none by default. */
  readonly mayFollow?: number;
  readonly run: (
    values: Values<Options>,
    ...parameters: string[]
  ) => Promise<void> | Promise<number>;
}

/** Actions by name, each with the options that it takes. */
type Actions<Options extends ParseArgsOptionsConfig> = Readonly<
  Record<string, Action<Options> & { readonly takes?: readonly (keyof Options)[] }>
>;

/** A command does one thing, or the action that its first parameter names. */
type Command<Options extends ParseArgsOptionsConfig> = {
  /** Shown by `--help` and below a usage error; the first line names the command. */
  readonly help: string;
  readonly options?: Options;
  /** Whether it prints JSON without the option `--json`. */
  readonly printsJson?: boolean;
} & (Action<Options> | { readonly actions: Actions<Options> });

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS'));

/** An option of one value that was given twice: the parser would ignore the first in silence. */
const repeated = (options: ParseArgsOptionsConfig, given: readonly string[]) =>
  given
    .filter((name) => options[name]?.type === 'string' && !options[name].multiple)
    .find((name, index, all) => all.indexOf(name) < index);

function perform<Options extends ParseArgsOptionsConfig>(
  { needs = [], mayFollow = 0, run }: Action<Options>,
  values: Values<Options>,
  given: readonly string[],
) {
  // An empty one is a variable of the shell that is not set; it would be the current folder.
  const missing = needs.find((_name, index) => !given[index]);
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const tooMany = given.length - needs.length - mayFollow;
  // Not repeated: it may be a password in the wrong place, and stderr ends in logs.
  if (tooMany > 0) throw new UsageError(`${counted(tooMany, 'argument')} too many`);
  return run(values, ...given);
}

function performNamed<Options extends ParseArgsOptionsConfig>(
  actions: Actions<Options>,
  values: Values<Options>,
  [name = '', ...given]: readonly string[],
) {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) {
    const known = Object.keys(actions).join(', ');
    // Not repeated, for the reason above.
    throw new UsageError(`${name ? 'There is no such action. ' : ''}Say what to do: ${known}`);
  }
  const foreign = Object.keys(values).filter((option) => !action.takes?.includes(option));
  const named = foreign.map((option) => `--${option}`).join(' ');
  if (named !== '') throw new UsageError(`Not understood here: ${named}`);
  return perform(action, values, given);
}

/** Options that name a person: as `-` their value is the next line of standard input. */
const ofPerson = ['email', 'phone', 'send-test'];

/** A value that names a person; `-` stands for the next line of standard input. */
export async function fromInput(value: string, name: string): Promise<string> {
  const line = value === '-' ? await nextInputLine() : value;
  if (!line) throw new UsageError(`${name} - reads standard input, which has no such line`);
  return line;
}

/** The values, with those of `-` read from standard input. */
async function withInput<Values extends object>(values: Values): Promise<Values> {
  const read = { ...values } as Record<string, unknown>;
  for (const name of ofPerson) {
    if (typeof read[name] === 'string') read[name] = await fromInput(read[name], `--${name}`);
  }
  return read as Values;
}

/** The help of a command; npm prints two lines of its own before JSON. */
function helpOf<Options extends ParseArgsOptionsConfig>({
  help,
  options,
  printsJson = false,
}: Command<Options>): string {
  const [, name] = /^npm run (\S+)/.exec(help) ?? [];
  if (!printsJson && !(options && Object.hasOwn(options, 'json'))) return help;
  return `${help}\n\nJSON for a program: npm run --silent ${name} -- …, as npm prints lines of its own first without --silent.`;
}

/**
 * Lets a signal end the process with 128 and its number, as shells report it, and not at once: what removes unfinished files
 * when the process exits still runs.
 */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/**
 * Runs a command of this folder: 0 on success (or the number it returns), 1 on a failure it explains, 2 on
 * wrong usage; errors go to stderr. Source: docs/contract.md#1.
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
): Promise<void> {
  // The console ignores what a full disk does not take. A reader that has gone, as `head` does, has what it wants.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || process.exitCode) return;
    console.error(`Not all of the output could be written: ${error.message}`);
    process.exitCode = 1;
  });
  try {
    const parsed = parseArgs({
      options: { ...command.options, help: { type: 'boolean' } },
      allowPositionals: true,
      tokens: true,
    });
    const values = parsed.values as Values<Options>;
    if (parsed.values.help) {
      console.log(helpOf(command));
      return;
    }
    const given = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = repeated(command.options ?? {}, given);
    if (twice !== undefined) throw new UsageError(`--${twice} is given twice`);
    const asked = await withInput(values);
    const status = await ('actions' in command
      ? performNamed(command.actions, asked, parsed.positionals)
      : perform(command, asked, parsed.positionals));
    if (status) process.exitCode = status;
  } catch (error) {
    const text = missingPackage(error) ?? (error instanceof Error ? error.message : String(error));
    // The second sentence of parseArgs is about arguments that no command takes.
    const message = isUsage(error) ? text.replace(/\. To specify a positional.*/s, '') : text;
    console.error(isUsage(error) ? `${message}\n\n${helpOf(command)}` : message);
    process.exitCode = isUsage(error) ? 2 : 1;
  } finally {
    closeInput();
  }
}
