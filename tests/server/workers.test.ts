import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { cuttable } from '../support/cuttable.ts';
import { freePort } from '../support/free-port.ts';
import { newSchema } from '../support/postgres-schema.ts';

const program = join(import.meta.dirname, '../../scripts/start.mjs');
const started: { readonly child: ChildProcess; readonly folder: string }[] = [];

/** `npm start -- …` in a process of its own. */
function start(parameters: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const child = spawn(process.execPath, [program, ...parameters], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => {
    said.out += text;
  });
  child.stderr.on('data', (text: Buffer) => {
    said.err += text;
  });
  started.push({ child, folder });
  return { child, said, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

afterEach(async () => {
  for (const { child, folder } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The processes that a process started. */
const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

const isUp = async (url: string) =>
  (await fetch(`${url}/readyz`, { headers: { connection: 'close' } })).status === 200;

test('serves one site with several processes, replaces one that dies, and stops with all of them', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { child, said, ended } = start(['--workers', '3'], {
    DATABASE_URL: await newSchema(),
    PORT: String(port),
    LOG_LEVEL: 'info',
  });
  const listening = () => said.out.match(/Server listening/g)?.length ?? 0;
  const pid = child.pid ?? 0;
  await expect.poll(listening, { timeout: 60_000 }).toBe(3);
  expect(childrenOf(pid)).toHaveLength(3);
  expect(said.out.match(/is at http/g)).toHaveLength(1);
  expect(await isUp(url)).toBe(true);

  const before = childrenOf(pid);
  process.kill(before[0] ?? 0, 'SIGKILL');
  await expect.poll(listening, { timeout: 60_000 }).toBe(4);
  expect(childrenOf(pid).filter((one) => !before.includes(one))).toHaveLength(1);
  expect(said.err).toMatch(/^Worker \d+ ended \(SIGKILL\); another one takes its place\n$/);
  for (let i = 0; i < 6; i += 1) expect(await isUp(url)).toBe(true);

  // Whichever worker responds, the metrics count the requests of all, and what is true of the site once.
  const metrics = async () =>
    (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
  const figure = (text: string, start: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1),
    );
  const checks =
    'http_request_duration_seconds_count{method="GET",route="/healthz",status_code="200"}';
  for (let i = 0; i < 12; i += 1)
    await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
  for (let i = 0; i < 6; i += 1) {
    const text = await metrics();
    expect(figure(text, checks)).toBe(12);
    expect(figure(text, 'coachsite_info')).toBe(1);
    expect(figure(text, 'coachsite_disk_free_bytes')).toBeLessThan(2 ** 50);
  }

  const last = childrenOf(pid);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  for (const worker of last) expect(() => process.kill(worker, 0)).toThrow('ESRCH');
});

test.each([
  ['the first process', () => []],
  ['every process, as systemd does', childrenOf],
])('a signal to %s lets a message end that is being sent', async (_name, others) => {
  const port = await freePort();
  const { child, said, ended } = start(['--workers', '2'], {
    DATABASE_URL: await newSchema(),
    PORT: String(port),
    LOG_LEVEL: 'info',
  });
  const listening = () => said.out.match(/Server listening/g)?.length ?? 0;
  await expect.poll(listening, { timeout: 60_000 }).toBe(2);
  const message = { name: 'An', email: 'an@example.com', subject: 'Vraag', message: 'Dag' };
  const sent = request({
    port,
    method: 'POST',
    path: '/api/contact',
    agent: false,
    headers: { expect: '100-continue', 'content-type': 'application/json' },
  });
  const response = once(sent, 'response');
  // A test that has failed before does not wait for it.
  response.catch(() => undefined);
  sent.flushHeaders();
  await once(sent, 'continue');
  const pid = child.pid ?? 0;
  for (const one of [pid, ...others(pid)]) process.kill(one, 'SIGTERM');
  // The worker that has nothing to do ends first.
  await expect.poll(() => childrenOf(pid), { timeout: 10_000 }).toHaveLength(1);
  sent.end(JSON.stringify(message));
  const [received] = (await response) as [IncomingMessage];
  received.resume();
  expect(received.statusCode).toBe(201);
  expect(await ended).toBe(0);
});

test('a stop that reaches a worker before its program runs exits with 0', async () => {
  const { child, said, ended } = start(['--workers', '2'], { DATABASE_URL: await newSchema() });
  const pid = child.pid ?? 0;
  await expect.poll(() => childrenOf(pid), { interval: 1, timeout: 20_000 }).not.toEqual([0]);
  child.kill('SIGTERM');
  expect([await ended, said.err]).toEqual([0, '']);
});

test('while the database is away, metrics lack its figures, and have them again with it', async () => {
  const line = await cuttable(await newSchema());
  onTestFinished(line.stop);
  const port = await freePort();
  const { said } = start(['--workers', '2'], {
    DATABASE_URL: line.url,
    PORT: String(port),
    LOG_LEVEL: 'info',
  });
  const listening = () => said.out.match(/Server listening/g)?.length ?? 0;
  await expect.poll(listening, { timeout: 60_000 }).toBe(2);
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(await metrics()).toContain('coachsite_mails{');
  line.cut();
  const away = await metrics();
  expect(away).toContain('coachsite_disk_free_bytes ');
  expect(away).not.toContain('coachsite_mails{');
  line.mend();
  expect(await metrics()).toContain('coachsite_mails{');
});

test('with SQLite it says why there is one process only', async () => {
  const { said, ended } = start(['--workers', '2']);
  expect(await ended).toBe(1);
  expect(said.err).toBe(
    '--workers needs DATABASE_URL: without it the data is in one SQLite file, which one process serves\n',
  );
});

test.each(['0', '-1', '65', 'two', '1.5'])('--workers %s is wrong usage', async (given) => {
  const { said, ended } = start([`--workers=${given}`]);
  expect(await ended).toBe(2);
  expect(said.err).toMatch(/^--workers: 1 to 64\n/);
});

test('a database that cannot be reached is said once, and nothing goes on running', async () => {
  const { said, ended } = start(['--workers', '3'], {
    DATABASE_URL: 'postgres://127.0.0.1:1/site',
    PORT: String(await freePort()),
  });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(/^DATABASE_URL: the database cannot be used: .*\n$/);
});
