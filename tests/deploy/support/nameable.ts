import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationsOf } from '../../release/api-changes.ts';
import { root } from './tools.ts';

/** Lines that export what a declaration gives, with the type that the compiler infers. */
function inferred(own: string, [head = '', ...members]: readonly string[]): readonly string[] {
  const [, kind, name, generic] = /^export (function|const|interface) (\w+)(<)?/.exec(head) ?? [];
  const [from, made] = [`${own}.${name}`, `export const ${own}_${name}`];
  if (kind === 'function')
    return [
      `${made} = (...given: Parameters<typeof ${from}>) => ${from}(...given);`,
      `${made}_given = (...given: Parameters<typeof ${from}>): Parameters<typeof ${from}> => given;`,
    ];
  if (kind === 'const') return [`${made} = ${from};`];
  if (kind !== 'interface' || generic) return [];
  return members.flatMap((member) => {
    const key = /^readonly (\w+)\??:/.exec(member)?.[1];
    return key === undefined ? [] : [`${made}_${key} = (given: ${from}) => given.${key};`];
  });
}

/**
 * Compiles a library that passes on whatever the API of a package in `project` takes and returns, and says nothing of its
 * types: a type without a public name cannot be written into its declarations. Only where it returns what a function takes,
 * it says so by `Parameters`. Returns what the compiler says.
 */
export function declarationsOver(project: string, packageName: string, types = ''): string {
  const folder = join(project, 'node_modules', packageName, 'api');
  const modules = new Map<string, string>();
  const lines = globSync('*.api.md', { cwd: folder }).flatMap((file) => {
    const module = file.replace('.api.md', '');
    if (module === 'testing') return [];
    const own = module.replaceAll('-', '_');
    modules.set(own, module);
    const declarations = declarationsOf(readFileSync(join(folder, file), 'utf8'));
    return declarations.flatMap((declaration) => inferred(own, declaration));
  });
  const imports = [...modules].map(
    ([own, module]) => `import * as ${own} from '${packageName}/${module}';`,
  );
  writeFileSync(join(project, 'library.ts'), [...imports, ...lines].join('\n'));
  const options =
    '--declaration --emitDeclarationOnly --outDir library --strict --skipLibCheck --target es2024 --module nodenext';
  const { stdout } = spawnSync(
    join(root, 'node_modules', '.bin', 'tsc'),
    [...options.split(' '), '--types', types, 'library.ts'],
    { cwd: project, encoding: 'utf8' },
  );
  // A type of another package is named by that package.
  return stdout
    .split('\n')
    .filter((line) => line && !line.includes('/@types/'))
    .join('\n');
}
