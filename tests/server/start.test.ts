import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@coachsite/ui/site-build';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

const running: ChildProcess[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function dataDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-start-'));
  folders.push(folder);
  return folder;
}

/** Starts the server as `npm start` does after its build, and collects its output. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  running.push(child);
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (said.out.includes('Mails')) resolve();
    });
    child.on('exit', () => reject(new Error(`ended before it was ready: ${said.err}`)));
  });
  // A test that waits for the exit does not handle this rejection.
  ready.catch(() => {});
  return { child, said, ready, ended };
}

test('a start says where the site is, how the first admin is made and where mails go', async () => {
  const [folder, port] = [dataDirectory(), await freePort()];
  const { said, ready, child, ended } = start({ DATA_DIR: folder, PORT: String(port) });
  await ready;
  const token = readFileSync(join(folder, 'setup-token'), 'utf8').trim();
  expect(said.out).toContain(`http://localhost:${port}\n`);
  expect(said.out).toContain(`http://localhost:${port}/admin-setup?token=${token}`);
  expect(said.out).toContain(join(folder, 'outbox'));
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('what is kept is for its owner alone, even in a folder that others may read', async () => {
  const folder = dataDirectory();
  chmodSync(folder, 0o755);
  await start({ DATA_DIR: folder, PORT: String(await freePort()) }).ready;
  const open = ['coachsite.sqlite', 'coachsite.sqlite-wal', 'setup-token', 'keys', 'outbox'].filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );
  expect(open).toEqual([]);
});

test('with PORT=0 it takes a free port, and every URL it prints names that port', async () => {
  const folder = dataDirectory();
  const { said, ready } = start({ DATA_DIR: folder, PORT: '0' });
  await ready;
  const [, url = ''] = / is at (http:\/\/localhost:[1-9]\d*)\n/.exec(said.out) ?? [];
  expect(said.out).toContain(`${url}/admin-setup?token=`);
  const { port } = new URL(url);
  const settings = await fetch(`http://127.0.0.1:${port}/.well-known/security.txt`);
  expect(await settings.text()).toContain(`${url}/`);
});

test.each([
  ['no XML', '<nope'],
  ['of something else', '<a/>'],
  [
    'without a certificate',
    '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example"><md:IDPSSODescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>',
  ],
])(
  'metadata of an identity provider that is %s stops the start in one line',
  async (_name, xml) => {
    const { said, ended } = start({
      DATA_DIR: dataDirectory(),
      PORT: '0',
      SSO_PROVIDERS: JSON.stringify([{ domain: 'corp.example', metadataXml: xml }]),
    });
    expect(await ended).toBe(1);
    expect(said.out).toBe('');
    expect(said.err).toMatch(/^SSO_PROVIDERS: the metadataXml of corp\.example is wrong: .+\n$/);
  },
);

/** Resolves once `port` accepts no more connections. */
async function closed(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const [isOpen] = await Promise.race([
      once(socket, 'connect').then(() => [true]),
      once(socket, 'close').then(() => [false]),
    ]).catch(() => [false]);
    socket.destroy();
    if (!isOpen) return;
  }
}

test('a request under way is finished before the server ends', async () => {
  const [folder, port] = [dataDirectory(), await freePort()];
  const { ready, child, ended } = start({ DATA_DIR: folder, PORT: String(port) });
  await ready;
  const asked = request({
    port,
    host: '127.0.0.1',
    path: '/api/contact',
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
    // A connection that is kept would keep the server for five seconds more.
    agent: false,
  });
  asked.flushHeaders();
  // The server is handling the request before it gets the signal.
  await once(asked, 'continue');
  child.kill('SIGTERM');
  await closed(port);
  asked.end('{"message":"half"}');
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(422);
  expect(await ended).toBe(0);
});

test('a second server on the same data is rejected, and the first goes on', async () => {
  const [folder, port] = [dataDirectory(), await freePort()];
  const env = { DATA_DIR: folder, PORT: String(port) };
  const one = start(env);
  await one.ready;
  const two = start({ ...env, PORT: String(await freePort()) });
  expect(await two.ended).toBe(1);
  expect(two.said.err).toMatch(/^Another server is using .*\n$/);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  one.child.kill('SIGKILL');
  await one.ended;
  // A killed server leaves nothing behind that would stop the next.
  await start(env).ready;
});

test.each([
  ['PORT', 'eighty'],
  ['HOST', 'no host'],
  ['DATA_DIR', process.execPath],
  ['DATA_DIR', join(process.execPath, 'data')],
  // Nothing can be written here, even by root.
  ['DATA_DIR', '/proc/coachsite'],
  ['DATA_DIR', '/proc'],
  ['DATABASE_URL', 'postgres://127.0.0.1/site'],
])('a wrong %s stops the start with one line that names it', async (name, value) => {
  const { said, ended } = start({
    PORT: String(await freePort()),
    DATA_DIR: dataDirectory(),
    [name]: value,
  });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(new RegExp(`^${name}: .*\\n$`));
});

test('a damaged database stops the start and stays as it is', async () => {
  const folder = dataDirectory();
  const path = join(folder, 'coachsite.sqlite');
  const rubbish = 'this is no database'.repeat(100);
  writeFileSync(path, rubbish);
  const { said, ended } = start({ DATA_DIR: folder, PORT: String(await freePort()) });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(/^The database .*\n$/);
  expect(readFileSync(path, 'utf8')).toBe(rubbish);
});

test('keys without their database stop the start with one line, and no database is made', async () => {
  const folder = dataDirectory();
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'keys', 'security-log.key'), 'a key');
  const { said, ended } = start({ DATA_DIR: folder, PORT: String(await freePort()) });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(/^The database .* is missing, .* restore a backup .*\n$/);
  expect(existsSync(join(folder, 'coachsite.sqlite'))).toBe(false);
});

test('a port that is taken stops the start with one line', async () => {
  const port = String(await freePort());
  await start({ DATA_DIR: dataDirectory(), PORT: port }).ready;
  const { said, ended } = start({ DATA_DIR: dataDirectory(), PORT: port });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(/is in use.*\n$/);
});
