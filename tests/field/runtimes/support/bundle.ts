import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { NpmFolder } from '../../../support/npm-folder.ts';
import { assertions } from '../../support/assertions.ts';

const root = join(import.meta.dirname, '../../../..');
const here = join(import.meta.dirname, 'in-runtime.ts');

/** What assertions, fast-check and tests expect of a host, where there is none; `URL` is all that the core asks for. */
const host = `
import 'host-first';
import { URL, URLSearchParams } from 'whatwg-url';
globalThis.URL ??= URL;
globalThis.URLSearchParams ??= URLSearchParams;`;
const hostFirst = `
globalThis.setTimeout ??= () => { throw new Error('no timers'); };
globalThis.clearTimeout ??= globalThis.setTimeout;
globalThis.queueMicrotask ??= (call) => void Promise.resolve().then(call);
globalThis.structuredClone ??= (value) => JSON.parse(JSON.stringify(value));
globalThis.Event ??= class {};
globalThis.EventTarget ??= class { addEventListener() {} dispatchEvent() {} };
globalThis.TextEncoder ??= class {
  encode(text) { return Uint8Array.from(unescape(encodeURIComponent(text)), (one) => one.charCodeAt(0)); }
};
globalThis.TextDecoder ??= class {
  decode(bytes) { return decodeURIComponent(escape(String.fromCharCode(...bytes))); }
};`;

/** The files of tests of the core; with `ofTable` those that read core-cases.json. */
export const testFiles = (ofTable = false): readonly string[] =>
  globSync('tests/core/*.test.ts', { cwd: root })
    .toSorted()
    .filter((file) => !ofTable || readFileSync(join(root, file), 'utf8').includes('core-cases'));

/** Which tests, and whether they run in an engine alone, without a host. */
export interface Wanted {
  readonly files: readonly string[];
  readonly isBare?: boolean;
}

/** Each file after a line that says whose tests follow, with the same cases of fast-check everywhere. */
const entry = ({ files, isBare }: Wanted) => `
${isBare ? "import 'host';" : ''}
import fc from 'fast-check';
fc.configureGlobal({ seed: 49 });
${files.map((file) => `import 'begin:${file}';\nimport '${join(root, file)}';`).join('\n')}
export { run } from '${here}';`;

/** One script with tests of the core and all that they need, which leaves \`tests.run\`. */
export async function bundleOf(wanted: Wanted, { packages }: NpmFolder): Promise<string> {
  const modules: Readonly<Record<string, string>> = {
    ...{ entry: entry(wanted), assertions, host, 'host-first': hostFirst },
  };
  const build = await rolldown({
    input: 'entry',
    cwd: root,
    platform: 'neutral',
    resolve: { modules: [packages, 'node_modules'], mainFields: ['module', 'main'] },
    plugins: [
      {
        name: 'tests-of-the-core',
        resolveId(id, importer) {
          if (id.startsWith('begin:') || Object.hasOwn(modules, id)) return `\0${id}`;
          if (id !== 'vitest') return null;
          return importer === here || importer?.endsWith('test-list.ts') ? '\0assertions' : here;
        },
        load(id) {
          const [, name = ''] = id.split('\0');
          const [, file] = name.split('begin:');
          if (file) return `import { begin } from '${here}';\nbegin('${file}');`;
          return modules[name] ?? null;
        },
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife', name: 'tests', codeSplitting: false });
  await build.close();
  return output[0].code;
}
