import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../scripts/support/command.ts';

const help = `node tests/scripts/check-docstrings.ts [FOLDER]

Names each name that a file of the core exports without a docstring, each function of its interfaces, each error that has
several kinds and does not describe them, and each exported function whose docstring names no error of its Result. A list
of constants may share a docstring, and so do the overloads of a function. Other fields need one only where it says more
than their name and type.`;

const declaration = /^export (?:async )?(?:const|let|function\*?|interface|type|class|enum) (\w+)/;

/** A function of an interface: a method of a port, above all. */
const memberFunction = /^ {2}readonly (\w+)\??: (?:<.*>)?\((?:.* => .*)?$/;

/** The kinds of an error that has several; the docstring of the type describes a single one. */
const errorKinds = /^ {2}readonly (kind)\??:(?: '\w+' \||$)/;

/** The lines of a file that export a name, or declare a function or the kinds of an error, without a docstring. */
function undocumented(path: string, text: string): readonly string[] {
  const lines = text.split('\n');
  const isForTests = path.startsWith('core/src/testing/');
  let isPublic = false;
  let isError = false;
  let last = '';
  return lines.flatMap((line, index) => {
    if (/^[^\s>]/.test(line)) {
      isPublic = line.startsWith('export interface ');
      isError = isPublic && /\w+Error\b/.test(line);
    }
    const exported = declaration.exec(line)?.[1];
    const kinds = isError ? errorKinds.exec(line)?.[1] : undefined;
    const name =
      exported ?? kinds ?? (isForTests && !isPublic ? undefined : memberFunction.exec(line)?.[1]);
    const above = lines[index - 1] ?? '';
    const before = above.startsWith('// biome-ignore ') ? (lines[index - 2] ?? '') : above;
    const isSaid = before.trimEnd().endsWith('*/') || before.startsWith('export const ');
    const isOverload = exported !== undefined && exported === last;
    last = exported ?? last;
    if (name === undefined || isSaid || isOverload) return [];
    return [
      `${path}:${index + 1} ${exported ? 'exports' : 'has a member'} "${name}" without a docstring`,
    ];
  });
}

/** The exported functions of a file that return a Result, and whose docstring names no error. */
function withoutErrors(path: string, text: string): readonly string[] {
  const functions = text.matchAll(
    /\/\*\*((?:(?!\*\/).)*)\*\/\nexport (?:async )?function (\w+)(.*?)\n\}\n/gs,
  );
  return [...functions].flatMap(([, said = '', name, rest = '']) => {
    const [, result = ''] = rest.split(/^\): /m);
    const returnsResult =
      /^(?:Promise<\s*)?Result</.test(result) ||
      /\): (?:Promise<)?Result</.test(rest.split('\n')[0] ?? '');
    return returnsResult && !/\berrors?\b/i.test(said)
      ? [`${path} describes "${name}" without its errors`]
      : [];
  });
}

await runCommand({
  help,
  mayFollow: 1,
  run: async (_values, folder = join(import.meta.dirname, '..', '..')) => {
    const found = globSync('core/src/**/*.ts', { cwd: folder })
      .sort()
      .flatMap((path) => {
        const text = readFileSync(join(folder, path), 'utf8');
        return [...undocumented(path, text), ...withoutErrors(path, text)];
      });
    for (const line of found) console.error(line);
    return found.length > 0 ? 1 : 0;
  },
});
