import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const runner = join(import.meta.dirname, '../../scripts/run.mjs');

/** What a command ended with. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs a command of the project as npm does, with this environment and no other. */
export async function runCommandLine(
  [script = '', ...parameters]: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
  cwd = process.cwd(),
): Promise<Ended> {
  const child = spawn(process.execPath, [runner, `${script}.ts`, ...parameters], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
    },
  });
  child.stdin.on('error', () => undefined).end(input);
  const [out, error, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { status, out, error };
}
