import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyCheckout } from '../deploy/support/checkout.ts';

const root = join(import.meta.dirname, '../..');
let checkout: string;

/** A checkout without the packages that are for development only, as `npm prune --omit=dev` leaves it. */
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'coachsite-pruned-'));
  copyCheckout(checkout);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; resolved?: string }>;
  };
  for (const [path, { dev, link, resolved = '' }] of Object.entries(lock.packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    symlinkSync(link ? join(checkout, resolved) : join(root, path), join(checkout, path));
  }
  return () => rmSync(checkout, { recursive: true, force: true });
});

const run = (name: string, ...parameters: string[]) =>
  spawnSync(process.execPath, [join('scripts', 'run.mjs'), `${name}.ts`, ...parameters], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      COACHSITE_NO_INSTALL: '1',
    },
    encoding: 'utf8',
  });

test.each([
  ['test', [], 'playwright'],
  ['bench', ['core'], 'rolldown'],
  ['build', [], 'vite'],
  ['dev', [], 'vite'],
  ['check', [], '@biomejs/biome'],
  ['build-packages', ['--check'], 'typescript'],
] as const)(
  '%s says in one sentence that a tool is not installed, and what to do',
  (name, given, wanted) => {
    const { status, stdout, stderr } = run(name, ...given);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The package \S+ is not installed: run npm ci in this folder\. .+\n$/);
    expect(stderr).toContain(wanted);
  },
);

test('a tool that a command would fetch is named where that is refused', () => {
  expect(run('mutation', 'url')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Not installed, as \S+ refuses it: @stryker-mutator\/core .+\n$/,
    ),
  });
});

test('a mistake in the facts is named with its file, not with the stack of an import', () => {
  const path = join(checkout, 'ui/content/site.json');
  const site = readFileSync(path, 'utf8');
  onTestFinished(() => writeFileSync(path, site));
  const check = (text: string) => {
    writeFileSync(path, text);
    return run('content', 'check');
  };
  expect(check(site.replace('",\n', '"\n'))).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^ui\/content\/site\.json:\d+: the notation is broken .+\n1 mistake\n$/,
    ),
  });
  expect(check(site.replace('"coach":', '"coahc":'))).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^ui\/content\/site\.json: "coach": .+\n1 mistake\n$/),
  });
  expect(check(site)).toMatchObject({ status: 0, stderr: '' });
});

test('a command that runs on a server needs none of them', () => {
  expect(run('preflight')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Note: DATA_DIR is not set, .*\n\d+ missing\n$/),
  });
});

test('a command keeps its compiled code beside the packages, and works where it cannot', () => {
  const cache = join(checkout, 'node_modules', '.cache');
  const command = ['scripts/run.mjs', 'preflight.ts', '--help'];
  const inCheckout = { cwd: checkout, env: { PATH: process.env.PATH } };
  rmSync(cache, { recursive: true, force: true });
  writeFileSync(cache, 'a file where the folder would be');
  expect(spawnSync(process.execPath, command, inCheckout).status).toBe(0);
  rmSync(cache);
  expect(spawnSync(process.execPath, command, inCheckout).status).toBe(0);
  expect(readdirSync(join(cache, 'compiled'))).not.toEqual([]);
});

test('a missing file of the project is no missing package: its stack is shown', () => {
  writeFileSync(join(checkout, 'scripts', 'broken.ts'), "import './gone.ts';\n");
  const { status, stderr } = run('broken');
  expect(status).toBe(1);
  expect(stderr).toContain('gone.ts');
  expect(stderr).not.toContain('is not installed');
});
