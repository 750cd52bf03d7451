import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makePdf } from '../../support/pdf.ts';
import { declarationsOver } from './nameable.ts';
import { root } from './tools.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** The code blocks of a page, by the name of the file in their first line. */
const filesOf = (page: string) =>
  [...page.matchAll(/^```(?:ts|jsonc)\n\/\/ (\S+)\n([\s\S]*?)^```/gm)].map(
    ([, name = '', code = '']) => [name, code] as const,
  );

/** The packages that a built file imports, directly or through others of its package. */
function needsOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const found = new Set<string>();
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import|require|resolve|new URL)\s*\(?\s*'([^']+)'/g,
  )) {
    const own = target.startsWith('.') && target.endsWith('.js');
    if (own) for (const name of needsOf(resolve(dirname(file), target), seen)) found.add(name);
    else if (/^[@a-z]/.test(target) && !target.startsWith('node:'))
      found.add(/^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
  }
  return found;
}

/** The tests of the packed adapters, in a project that has the packed core. */
export function describeAdapters(project: () => string): void {
  const inPackage = (path: string) => join(project(), 'node_modules/@coachsite/adapters', path);
  const manifest = () => JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
  const run = (program: string, ...given: string[]) =>
    spawnSync(join(root, 'node_modules', '.bin', program), given, {
      cwd: project(),
      encoding: 'utf8',
    });

  beforeAll(() => {
    const { peerDependencies } = manifest();
    for (const name of [...Object.keys(peerDependencies), '@types/node', 'vitest']) {
      const target = join(project(), 'node_modules', name);
      mkdirSync(dirname(target), { recursive: true });
      if (!existsSync(target)) symlinkSync(join(root, 'node_modules', name), target);
    }
  });

  test('every entry needs what its row says, and nothing else is a dependency', () => {
    const { exports, dependencies, peerDependencies, peerDependenciesMeta } = manifest();
    const { './package.json': _, ...entries } = exports as Record<string, { default: string }>;
    const rows = [...read('adapters/README.md').matchAll(/^\| `([\w-]+)` \| .* \| (.*) \|$/gm)];
    const said = rows.map(([, name = '', needs = '']) => [
      name,
      [...needs.matchAll(/`([^`]+)`/g)].map(([, need]) => need),
    ]);
    const shared = ['@coachsite/core', 'neverthrow'];
    const found = Object.entries(entries).map(([name, { default: file }]) => [
      name.slice(2),
      [...needsOf(inPackage(file))].filter((need) => !shared.includes(need)).sort(),
    ]);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(found));
    expect(dependencies).toEqual({ neverthrow: '^8.2.0' });
    const required = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]);
    expect(required).toEqual(['@coachsite/core']);
    for (const need of found.flatMap(([, needs]) => needs))
      expect(peerDependencies).toHaveProperty([String(need)]);
  });

  test('it brings its documents and migrations, and every file that it starts or reads', () => {
    for (const file of ['README.md', 'AGENTS.md', 'UPGRADING.md', 'LICENSE', 'CHANGELOG.md'])
      expect(readFileSync(inPackage(file), 'utf8').length).toBeGreaterThan(100);
    const migrations = globSync('node/*/migrations/*.sql', { cwd: inPackage('') });
    expect(migrations.length).toBe(
      globSync('node/*/migrations/*.sql', { cwd: join(root, 'adapters/src') }).length,
    );
    for (const path of globSync(inPackage('**/*.js')))
      for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/new URL\('(\.[^']+)'/g))
        expect(existsSync(resolve(dirname(path), target))).toBe(true);
    const beside = globSync('!(src)/**/*.ts', { cwd: inPackage('') });
    expect(beside.length).toBeGreaterThan(100);
    expect(beside.filter((path) => !path.endsWith('.d.ts'))).toEqual([]);
  });

  test('every entry of Node.js loads, with its types, and the example of its page says the truth', () => {
    const entries = Object.keys(manifest().exports).filter((name) => name !== './package.json');
    const page = filesOf(read('adapters/README.md').replace('```ts\n', '```ts\n// example.ts\n'));
    const [[, example = ''] = []] = page;
    const values = [...example.matchAll(/; \/\/ (.+)$/gm)].map(([, value]) => value);
    const lines = [
      ...entries.map(
        (name) =>
          `import * as _${name.replace(/\W/g, '_')} from '${join('@coachsite/adapters', name)}';`,
      ),
      example.replaceAll(/^(.+); \/\/ .+$/gm, 'console.log(String($1));'),
    ];
    writeFileSync(join(project(), 'adapters.ts'), lines.join('\n'));
    const ended = spawnSync(process.execPath, ['adapters.ts'], {
      cwd: project(),
      encoding: 'utf8',
    });
    expect(ended.stderr).not.toContain('Error');
    expect(ended.stdout.trim().split('\n')).toEqual(values);
    const types = '--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node';
    expect(run('tsc', ...types.split(' '), 'adapters.ts')).toMatchObject({ status: 0, stdout: '' });
  });

  test('a PDF is read where packages are links, as pnpm makes them', () => {
    const pdf = JSON.stringify(Buffer.from(makePdf({ pages: 3 })).toString('latin1'));
    const code = `import { unpdfInspector } from '@coachsite/adapters/pdf';
      const bytes = (async function* () { yield Buffer.from(${pdf}, 'latin1'); })();
      console.log((await unpdfInspector().inspect(bytes)).pages);`;
    const given = ['--input-type=module', '--eval', code];
    const ended = spawnSync(process.execPath, given, { cwd: project(), encoding: 'utf8' });
    expect(ended).toMatchObject({ stdout: '3\n', stderr: '' });
  });

  test('a library that infers whatever the adapters take and return has declarations', () => {
    expect(declarationsOver(project(), '@coachsite/adapters', 'node')).toBe('');
  });

  // It is run in tests/adapters/adapters-page.test.ts, and with other runners in tests/field/consumers.
  test("the code of 'docs/adapters.md' compiles", () => {
    mkdirSync(join(project(), 'lockouts'));
    for (const [name, code] of filesOf(read('docs/adapters.md')))
      writeFileSync(join(project(), 'lockouts', name), code);
    expect(run('tsc', '-p', 'lockouts', '--noEmit')).toMatchObject({ status: 0, stdout: '' });
  });

  describe('the auth service of docs/examples', () => {
    const example = join(root, 'docs/examples/auth-service');

    test('has forty lines below its imports', () => {
      const [, ...code] = readFileSync(join(example, 'main.ts'), 'utf8').split('\n\n');
      const lines = code.join('\n').split('\n').filter(Boolean);
      expect(lines.length).toBeLessThanOrEqual(40);
    });

    const ann = { email: 'ann@example.com', password: 'Kraanvogel-7!zee' };
    const dataFolder = () => mkdtempSync(join(project(), 'data-'));
    const start = async (DATA_DIR: string, file = 'main.ts') => {
      cpSync(example, join(project(), 'auth-service'), { recursive: true });
      const [env, cwd] = [{ ...process.env, DATA_DIR }, project()];
      const child = spawn(process.execPath, [`auth-service/${file}`], { cwd, env });
      onTestFinished(() => void child.kill('SIGKILL'));
      for await (const line of createInterface(child.stdout)) {
        const port = /port: (\d+)/.exec(line)?.[1];
        const post = async (path: string, body: object) => {
          const request = { method: 'POST', body: JSON.stringify(body) };
          const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
          const text = await response.text();
          for (const secret of ['argon2', 'securityStamp', 'refresh"', 'isTaken'])
            expect(text).not.toContain(secret);
          return { status: response.status, text };
        };
        const call = async (path: string, body: object) => {
          const { status, text } = await post(path, body);
          return { status, ...(text && JSON.parse(text)) };
        };
        return { post, call, stop: () => child.kill('SIGKILL') };
      }
      throw new Error('The service did not start');
    };

    test('signs up, in and refreshes over a restart, locks, and shows no hash', async () => {
      const folder = dataFolder();
      const first = await start(folder);
      expect(await first.call('/signup', { ...ann, password: 'short' })).toMatchObject({
        status: 400,
        error: { kind: 'weak_password' },
      });
      const made = await first.call('/signup', ann);
      expect(made).toMatchObject({ status: 200, value: { user: { email: ann.email } } });
      expect(await first.call('/signup', ann)).toMatchObject({
        error: { kind: 'user_already_exists' },
      });
      first.stop();

      const { call } = await start(folder);
      const { accessToken } = made.value;
      expect(await call('/user', { token: accessToken })).toMatchObject({
        value: { user: { email: ann.email } },
      });
      const signed = await call('/signin', { ...ann, email: ' Ann@Example.com ' });
      const { refreshToken } = signed.value;
      const refreshed = await call('/refresh', { token: refreshToken });
      expect(refreshed).toMatchObject({ status: 200 });
      expect(refreshed.value.refreshToken).not.toBe(refreshToken);
      const wrong = { ...ann, password: 'Kraanvogel-8!zee' };
      for (let failure = 1; failure <= 5; failure += 1)
        expect(await call('/signin', wrong)).toMatchObject({
          error: { kind: 'invalid_credentials' },
        });
      expect((await call('/signin', ann)).error.kind).not.toBe('invalid_credentials');
      expect(await call('/nothing', {})).toEqual({ status: 404 });
    });

    test('without autoconfirm it compiles, and says the same of a member and of a new address', async () => {
      const folder = dataFolder();
      const first = await start(folder);
      expect(await first.call('/signup', ann)).toMatchObject({ status: 200 });
      first.stop();
      const code = readFileSync(join(example, 'main.ts'), 'utf8');
      const without = code.replace(', autoconfirm: true', '');
      expect(without.length).toBeLessThan(code.length);
      writeFileSync(join(project(), 'auth-service/confirming.ts'), without);
      const options =
        '--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node';
      const files = ['main.ts', 'confirming.ts'].map((name) => join('auth-service', name));
      expect(run('tsc', ...options.split(' '), ...files)).toMatchObject({ status: 0, stdout: '' });

      const { post } = await start(folder, 'confirming.ts');
      const [member, stranger] = [ann.email, 'bob@example.com'].map(async (email) => {
        const { status, text } = await post('/signup', { ...ann, email });
        const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
        return `${status} ${text
          .replaceAll(email, 'EMAIL')
          .replaceAll(id, 'ID')
          .replaceAll(/\d{13}/g, 'TIME')}`;
      });
      expect(await member).toMatch(/^200 {"value":{"user":{"id":"ID","email":"EMAIL"/);
      expect(await member).toBe(await stranger);
    });
  });
}
