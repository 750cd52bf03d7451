import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Environment } from '#server/src/config/environment.ts';
import { copyCheckout, shell } from './support/checkout.ts';
import { root } from './support/tools.ts';

const secret = 'secret-of-the-operator';
let other: string;

/** No part of a build: its lock, and the note of when its sources were looked at. */
const notes = ['build.lock', 'stamp-seen'];

/** Every file below a folder that a build wrote, by its path. */
function filesOf(dist: string): ReadonlyMap<string, Buffer> {
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !notes.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(dist.length + 1), readFileSync(path)]));
}

const hashes = (files: ReadonlyMap<string, Buffer>) =>
  [...files].map(([path, bytes]) => `${path} ${createHash('sha256').update(bytes).digest('hex')}`);

/** Builds the same sources in another folder, among all the secrets that an operator may have there. */
beforeAll(() => {
  // The temporary folder of the run may be in memory, where no link to a file on a disk is possible.
  other = mkdtempSync('/var/tmp/coachsite-build-');
  copyCheckout(other);
  // Links cost no space; another file system needs copies.
  shell(`cp -al node_modules "${other}" 2>/dev/null || cp -a node_modules "${other}"`, root);
  for (const folder of ['.', 'ui'])
    writeFileSync(join(other, folder, '.env'), `VITE_KEY=${secret}\nSMTP_URL=${secret}\n`);
  const settings = Object.keys(Environment.shape).map((name) => [name, `${secret}-${name}`]);
  const env = { ...Object.fromEntries(settings), NODE_ENV: 'development', VITE_KEY: secret };
  shell('node scripts/run.mjs build.ts', other, {
    ...env,
    TZ: 'Pacific/Apia',
    LANG: 'tr_TR.UTF-8',
  });
  return () => rmSync(other, { recursive: true, force: true });
}, 300_000);

test('the same sources give the same build, in any folder and environment (SC-5)', () => {
  const here = hashes(filesOf(join(root, 'ui', 'dist'))).sort();
  expect(here.length).toBeGreaterThan(100);
  expect(hashes(filesOf(join(other, 'ui', 'dist'))).sort()).toEqual(here);
  // The names of its parts, which it imports, are hashes of them.
  const program = (folder: string) => readFileSync(join(folder, 'server/dist/main.js'), 'utf8');
  expect(program(other)).toBe(program(root));
});

test('no secret, key or path of the machine is in it (SC-5)', () => {
  const unwanted = [secret, other, root];
  // The header alone is in libraries that read keys.
  const key = /PRIVATE KEY-----(?:\s|\\n)*[\w+/]{40}/;
  const built = ['ui/dist', 'server/dist'].flatMap((name) => [...filesOf(join(other, name))]);
  const found = built.flatMap(([path, bytes]) =>
    [...unwanted.filter((text) => bytes.includes(text)), key.exec(bytes.toString('latin1'))?.[0]]
      .filter(Boolean)
      .map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('a build that is cut short leaves a build that is stale', () => {
  const cut = join(other, 'cut.mjs');
  writeFileSync(
    cut,
    `import fs from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     const { rmSync } = fs;
     fs.rmSync = (path, ...options) => {
       if (/dist.client$/.test(path)) process.exit(9);
       rmSync(path, ...options);
     };
     syncBuiltinESMExports();`,
  );
  const build = ['--import', cut, 'scripts/run.mjs', 'build.ts'];
  const { status } = spawnSync(process.execPath, build, { cwd: other });
  expect(status).toBe(9);
  expect(existsSync(join(other, 'ui/dist/articles.json'))).toBe(false);
  expect(existsSync(join(other, 'ui/dist/stamp'))).toBe(false);
});
