import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What npm reports of one package. */
interface Weakness {
  readonly severity: string;
  /** The weak packages that it uses, by name, or its own weaknesses. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/** The weak packages by name. */
export type Weaknesses = Readonly<Record<string, Weakness>>;

const grave = ['high', 'critical'];

/** The weaknesses in a report of npm; undefined if it is none. */
function parseReport(text: string): Weaknesses | undefined {
  try {
    return (JSON.parse(text) as { vulnerabilities?: Weaknesses }).vulnerabilities;
  } catch {
    return undefined;
  }
}

/**
 * The known weaknesses of the packages in the lock file of `cwd` that run in production; undefined when the registry could not
 * be asked. Throws with a sentence where there is no lock file.
 */
export function askForWeaknesses(cwd: string): Weaknesses | undefined {
  if (!existsSync(join(cwd, 'package-lock.json')))
    throw new Error(`${cwd} has no package-lock.json: run this command in a checkout`);
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const parameters = [...first, 'audit', '--omit=dev', '--json'];
  const { stdout } = spawnSync(program, parameters, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return parseReport(stdout ?? '');
}

/** A line for each package with a weakness that is high or critical. */
export function graveLines(weaknesses: Weaknesses): readonly string[] {
  const urgent = Object.entries(weaknesses).filter(([, { severity }]) => grave.includes(severity));
  return urgent.map(([name, { severity, via }]) => {
    const reasons = via.map((each) =>
      typeof each === 'string' ? each : `${each.title} ${each.url}`,
    );
    return `${name}: ${severity}: ${reasons.join('; ')}`;
  });
}
