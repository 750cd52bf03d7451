import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, runCommand } from './support/command.ts';
import { printJson } from './support/words.ts';

const help = `npm run audit [-- --if-possible] [--json]

Asks the package registry for known weaknesses of what runs in production. Fails if one is high or critical.
  --if-possible   succeeds, with a note, when the registry cannot be asked
  --json          all of them, the lesser ones too, as npm reports them; null when it could not be asked`;

/** What npm reports of one package. */
interface Weakness {
  readonly severity: string;
  /** The weak packages that it uses, by name, or its own weaknesses. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

type Weaknesses = Readonly<Record<string, Weakness>>;

const grave = ['high', 'critical'];

/** The weaknesses in a report of npm; undefined if it is none. */
function parseReport(text: string): Weaknesses | undefined {
  try {
    return (JSON.parse(text) as { vulnerabilities?: Weaknesses }).vulnerabilities;
  } catch {
    return undefined;
  }
}

/** The known weaknesses of the packages in the lock file; undefined when the registry could not be asked. */
function ask(): Weaknesses | undefined {
  const cwd = join(import.meta.dirname, '..');
  if (!existsSync(join(cwd, 'package-lock.json')))
    throw new CommandError(`${cwd} has no package-lock.json: run this command in a checkout`);
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm ? [process.execPath, npm] : ['npm'];
  // `--include=prod` undoes the `include=dev` of .npmrc, which would win over `--omit=dev`.
  const parameters = [...first, 'audit', '--omit=dev', '--include=prod', '--json'];
  const { stdout } = spawnSync(program, parameters, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return parseReport(stdout ?? '');
}

await runCommand({
  help,
  options: { 'if-possible': { type: 'boolean' }, json: { type: 'boolean' } },
  run: async ({ 'if-possible': isOptional = false, json = false }) => {
    const weaknesses = ask();
    if (!weaknesses) {
      const reason =
        'The package registry could not be asked for known weaknesses: nothing was checked';
      if (!isOptional) throw new CommandError(reason);
      console.error(reason);
      if (json) printJson(null);
      return;
    }
    if (json) printJson(weaknesses);
    const found = Object.entries(weaknesses);
    const urgent = found.filter(([, { severity }]) => grave.includes(severity));
    for (const [name, { severity, via }] of urgent) {
      const reasons = via.map((each) =>
        typeof each === 'string' ? each : `${each.title} ${each.url}`,
      );
      console.error(`${name}: ${severity}: ${reasons.join('; ')}`);
    }
    if (urgent.length > 0) {
      throw new CommandError(
        `${urgent.length} known to be high or critical: update them (docs/operations.md#updates)`,
      );
    }
    if (json) return;
    console.log(`No known weakness is high or critical (${found.length} lesser ones)`);
  },
});
