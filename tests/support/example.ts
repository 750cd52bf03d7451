import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** What an example promises to print: the comment behind each `console.log`, or behind each statement of a page. */
export const promised = (source: string): readonly string[] =>
  [...source.matchAll(/; \/\/ (.+)$/gm)].map(([, value = '']) => value);

/** The statements of a page that have their value in a comment, as lines that print it. */
export const printing = (source: string): string =>
  source.replaceAll(
    /^(?!console\.log)(.+); \/\/ .+$/gm,
    (_line, statement) => `console.log(String(${statement}));`,
  );

/** What a program prints, run in the folder of the project with this environment and no other. */
export async function printed(
  parameters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...parameters], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  return stdout.trimEnd().split('\n');
}
