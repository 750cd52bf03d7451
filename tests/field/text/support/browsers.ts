import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** A page as it stands on a screen of 100 columns. */
const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TERM: 'xterm' };

async function run(program: string, ...parameters: readonly string[]): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'coachsite-text-'));
  try {
    const options = { env: { ...env, HOME: home }, cwd: home, timeout: 20_000 };
    return (await exec(program, parameters, options)).stdout;
  } catch (error) {
    // Lynx shows a page that there is none, and ends as if it failed.
    const { code, stdout } = error as { readonly code?: unknown; readonly stdout?: string };
    if (code === 1 && stdout) return stdout;
    throw error;
  } finally {
    rmSync(home, { recursive: true });
  }
}

const lynxOptions = ['-display_charset=utf-8', '-accept_all_cookies', '-nopause', '-case'];

/** What the browsers show of a page, by name. */
export const dumps = {
  lynx: (url: string) => run('lynx', '-dump', '-width=100', ...lynxOptions, url),
  w3m: (url: string) => run('w3m', '-dump', '-cols', '100', '-O', 'UTF-8', url),
} as const;

/** The page that w3m shows after it has posted a form. */
export async function postWithW3m(
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-text-'));
  try {
    const body = join(folder, 'body');
    writeFileSync(body, new URLSearchParams(fields).toString());
    return await run('w3m', '-dump', '-cols', '100', '-O', 'UTF-8', '-post', body, url);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The addresses of the links of a page, in order, as lynx numbers them. */
export async function links(url: string): Promise<readonly string[]> {
  const list = await run('lynx', '-dump', '-listonly', ...lynxOptions, url);
  return [...list.matchAll(/^ +\d+\. (\S+)$/gm)].map(([, link = '']) => link);
}

/** The first bytes of what an address sends. */
export const source = (url: string) => run('lynx', '-source', ...lynxOptions, url);

/** Keys of lynx by the names that its scripts have for them. */
export type Keys = readonly string[];

const letters = (text: string): Keys =>
  [...text].map((letter) => (letter === ' ' ? '<space>' : letter));

export const enter: Keys = ['^J'];
export const tab: Keys = ['^I'];
/** Types into the field that has the cursor, over what stands in it. */
export const type = (text: string): Keys => ['^U', ...letters(text)];
/** Moves to the next place where a text stands, which comes to the top of a low screen, and to the link or field there. */
export const find = (text: string): Keys => ['/', ...letters(text), '^J'];
/** Follows the link, or presses the button, with this text. */
export const follow = (text: string): Keys => [...find(text), ...enter];

/** Walks with lynx from a page by keys alone; returns what is shown after each part of the walk. */
export async function walk(url: string, ...parts: readonly Keys[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-walk-'));
  try {
    const shown = parts.map((_, index) => join(folder, `${index}.txt`));
    // Prints the page to a file, the first choice of a menu, and goes back to it.
    const keep = (index: number): Keys => [
      ...['p', '^J', '^U'],
      ...letters(shown[index] ?? ''),
      ...enter,
    ];
    const keys = [...parts.flatMap((part, index) => [...part, ...keep(index)]), 'Q'];
    const script = join(folder, 'keys');
    writeFileSync(script, keys.map((key) => `key ${key}\n`).join(''));
    const command = ['lynx', ...lynxOptions, `-cmd_script=${script}`, `'${url}'`].join(' ');
    await run('script', '-qec', `stty rows 16 cols 100; ${command}`, '/dev/null');
    return shown.map((path) => readFileSync(path, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
