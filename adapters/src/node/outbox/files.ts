import { opendir } from 'node:fs/promises';

/** The code of a file system error. */
export function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}

/** Resolves to undefined when the file has been removed meanwhile, e.g. by another clean-up. */
export const ifThere = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (reasonOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Files that are looked at together: more of them would keep requests waiting. */
const filesAtOnce = 50;

/** The names of a folder that have a form, some at a time: a list of all of them would take too long to make. */
export async function* namesIn(
  directory: string,
  form: RegExp,
): AsyncGenerator<readonly string[], void> {
  let names: string[] = [];
  for await (const { name } of await opendir(directory, { bufferSize: filesAtOnce })) {
    if (form.test(name)) names.push(name);
    if (names.length < filesAtOnce) continue;
    yield names;
    names = [];
  }
  yield names;
}
