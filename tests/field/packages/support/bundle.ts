import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { NpmFolder } from '../../../support/npm-folder.ts';
import { assertions } from '../../support/assertions.ts';

const root = join(import.meta.dirname, '../../../..');
const here = join(import.meta.dirname, 'in-runtime.ts');

const isThere = (id: string) =>
  /^@coachsite\/(?!adapters\/(?:database-copy|postgres)$)|^node:/.test(id);

/**
 * A test file of the adapters as one program for any runtime, which takes core and adapters from the packages that are
 * installed beside it; what is not in those is missing, and PostgreSQL.
 */
export async function bundleOf(file: string, { packages }: NpmFolder): Promise<string> {
  const modules: Readonly<Record<string, string>> = {
    assertions,
    entry: `import '${join(root, file)}';\nimport { run } from '${here}';\nawait run();`,
    missing: `import { vi } from '${here}';\nmodule.exports = vi;`,
  };
  const build = await rolldown({
    input: 'entry',
    cwd: root,
    platform: 'node',
    external: isThere,
    resolve: { modules: [packages, 'node_modules'] },
    plugins: [
      {
        name: 'tests-of-the-adapters',
        resolveId(id, importer) {
          if (Object.hasOwn(modules, id)) return `\0${id}.js`;
          if (id === 'vitest')
            return importer === here || importer?.endsWith('test-list.ts')
              ? '\0assertions.js'
              : here;
          const isOfTest = importer === join(root, file);
          // Each for itself: one that is imported by default is copied, by the names that it has.
          return isOfTest && !isThere(id) ? `\0missing.js?${id}` : null;
        },
        load: (id) => modules[/^\0(.*?)\.js/.exec(id)?.[1] ?? ''] ?? null,
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
}
