import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeRelease } from '../../../release/make-release.ts';
import { installInFolder } from '../../../support/npm-folder.ts';

const released = mkdtempSync(join(tmpdir(), 'coachsite-released-'));
await makeRelease(undefined, { isDryRun: true, target: released });
/** The tarball of a package, as the next release would have it. */
export const tarball = (name: 'core' | 'adapters'): string =>
  join(released, readdirSync(released).find((file) => file.startsWith(`coachsite-${name}-`)) ?? '');

const versions = { bun: '1.4.5', deno: '2.9.6' } as const;

/** The packages as a stranger installs them, beside two runtimes and the assertions of the tests. */
export const installed = installInFolder({
  '@coachsite/core': `file:${tarball('core')}`,
  '@coachsite/adapters': `file:${tarball('adapters')}`,
  '@deno/linux-x64-glibc': versions.deno,
  '@oven/bun-linux-x64': versions.bun,
  '@vitest/expect': '5.1.0',
  'better-sqlite3': '13.2.0',
  'fast-check': '4.10.2',
});
export const folder: string = dirname(installed.packages);

const deno = join(installed.packages, '@deno/linux-x64-glibc/deno');

/** Runtimes by name, each with its version and the command that runs a file. */
export const runtimes: Readonly<Record<string, readonly [string, ...command: string[]]>> = {
  'Node.js': [process.versions.node, process.execPath],
  Bun: [versions.bun, join(installed.packages, '@oven/bun-linux-x64/bin/bun')],
  Deno: [versions.deno, deno, 'run', '--allow-all', '--no-lock', '--node-modules-dir=manual'],
};

export { deno };
