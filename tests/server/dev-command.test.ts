import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { holdPort } from '#server/src/config/free-port.ts';
import { publicPaths } from '../e2e/support/paths.ts';
import { runCommandLine } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { startSiteProcess } from '../support/site-process.ts';

const runner = join(import.meta.dirname, '../../scripts/run.mjs');
const running: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-dev-'));
  folders.push(folder);
  return folder;
}

/** Starts `npm run dev` on a folder, and resolves once it serves. */
async function develop(folder: string, port: number) {
  const child = spawn(process.execPath, [runner, 'dev.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.error += text;
  });
  await vi.waitFor(() => expect(said.out).toContain('and follows your changes'), 60_000);
  return { child, said };
}

test('npm run dev has its data for itself, needs a free port, and says so like npm start', async () => {
  const [folder, port] = [newFolder(), await freePort()];
  await develop(folder, port);
  // The API restarts where another test links the packages: that changes the times of what is linked.
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status))
    .toBe(200);
  // The sources, unlike their bundle, run each module that a page imports.
  for (const path of publicPaths)
    expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 200]);

  const sameData = { DATA_DIR: folder, PORT: String(await freePort()) };
  const second = await runCommandLine(['dev'], sameData);
  expect(second).toEqual({
    status: 1,
    out: '',
    error: `Another server is using ${folder}. Stop it first, or set DATA_DIR.\n`,
  });
  const start = await startSiteProcess(folder);
  expect([await start.ended, start.said.err]).toEqual([1, second.error]);
  // Commands work beside it.
  expect(await runCommandLine(['admin', 'list'], { DATA_DIR: folder })).toMatchObject({
    status: 0,
    error: '',
  });

  const other = newFolder();
  const held = await holdPort('127.0.0.1');
  const samePort = { DATA_DIR: other, PORT: String(held.port) };
  const taken = await runCommandLine(['dev'], samePort);
  expect(taken).toMatchObject({ status: 1, out: '' });
  expect(taken.error).toMatch(/^127\.0\.0\.1:\d+ is in use: .*\n$/);
  const startThere = await startSiteProcess(other, samePort);
  expect([await startThere.ended, startThere.said.err]).toEqual([1, taken.error]);
  await held.release();
  expect(existsSync(join(folder, 'coachsite.sqlite'))).toBe(true);
}, 120_000);

test('npm run dev does not start where a server has the data, and where the data cannot be', async () => {
  const folder = newFolder();
  const site = await startSiteProcess(folder);
  running.push(site.child);
  await site.ready;
  const beside = await runCommandLine(['dev'], { DATA_DIR: folder, PORT: '0' });
  expect(beside).toMatchObject({ status: 1, out: '' });
  expect(beside.error).toContain(`Another server is using ${folder}`);
  const file = await runCommandLine(['dev'], { DATA_DIR: process.execPath, PORT: '0' });
  expect(file).toMatchObject({ status: 1, out: '' });
  expect(file.error).toMatch(/^DATA_DIR: .* is a file\. .*\n$/);
});

/** The process that a process started. */
const childOf = (pid: number | undefined) =>
  Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);

test('npm run dev that was killed leaves neither what follows the sources nor what serves the site', async () => {
  const { child } = await develop(newFolder(), await freePort());
  const watcher = childOf(child.pid);
  const left = [watcher, childOf(watcher)];
  /** Ended, or about to be collected. */
  const hasEnded = (pid: number) =>
    !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8') === '';
  child.kill('SIGKILL');
  try {
    await expect.poll(() => left.map(hasEnded), { timeout: 10_000 }).toEqual([true, true]);
  } finally {
    for (const pid of left) if (!hasEnded(pid)) process.kill(pid, 'SIGKILL');
  }
}, 90_000);

test('npm run dev ends with 1 where what serves the site was killed, and leaves nothing behind', async () => {
  const [folder, port] = [newFolder(), await freePort()];
  const { child, said } = await develop(folder, port);
  process.kill(childOf(child.pid), 'SIGKILL');
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(said.error).toBe('The site is no longer served (SIGKILL): run npm run dev again\n');
  await vi.waitFor(
    () => expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow(),
    10_000,
  );
}, 90_000);
