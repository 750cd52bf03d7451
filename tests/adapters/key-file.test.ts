import fs, {
  chmodSync,
  mkdtempSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { filesystemSetupTokenStore } from '@coachsite/adapters/filesystem';
import { createKeyFile, openRandomKey, readKeyFile } from '@coachsite/adapters/key-file';
import { expect, onTestFinished, test, vi } from 'vitest';

const newFolder = () => mkdtempSync(join(tmpdir(), 'keys-'));
const mode = (path: string) => statSync(path).mode & 0o777;
const source = new URL('../../adapters/src/node/key-file/index.ts', import.meta.url).href;

/** Lets a thread see a file system without hard links, as exFAT is: the driver in Linux says EPERM. */
const noLinks = `
  const fs = require('node:fs');
  fs.linkSync = () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
  };
  require('node:module').syncBuiltinESMExports();`;

/** Creates the same file in several threads at once; returns the secret that each then uses. */
async function race(
  path: string,
  contestants: number,
  withLinks = true,
): Promise<readonly string[]> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { parentPort, workerData: { source, path, gate, name } } = require('node:worker_threads');
    ${withLinks ? '' : noLinks}
    import(source).then(({ createKeyFile }) => {
      parentPort.postMessage('ready');
      Atomics.wait(gate, 0, 0);
      parentPort.postMessage(createKeyFile(path, name).toString());
    });`;
  const workers = Array.from({ length: contestants }, (_, index) => {
    const workerData = { source, path, gate, name: `secret ${index}` };
    return new Worker(code, { eval: true, workerData });
  });
  const next = (worker: Worker) =>
    new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await Promise.all(workers.map(next));
  const results = workers.map(next);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  return Promise.all(results);
}

test.each([
  ['', true],
  [', on a file system without hard links', false],
])(
  'threads that create a file at the same time all use the same secret%s',
  async (_where, withLinks) => {
    const folder = newFolder();
    const [first = '', ...others] = await race(join(folder, 'a.key'), 6, withLinks);
    expect(first).toMatch(/^secret \d$/);
    expect(new Set(others)).toEqual(new Set([first]));
    expect(readdirSync(folder)).toEqual(['a.key']);
    expect(mode(join(folder, 'a.key'))).toBe(0o600);
  },
);

test('what a process left that was killed without hard links is in nobody’s way', async () => {
  const folder = newFolder();
  const claim = join(folder, 'a.key.part');
  writeFileSync(claim, '');
  utimesSync(claim, 1, 1);
  expect(await race(join(folder, 'a.key'), 1, false)).toEqual(['secret 0']);
  expect(readdirSync(folder)).toEqual(['a.key']);
});

test('a file keeps its mode where there are no modes, and is read', () => {
  const path = join(newFolder(), 'a.key');
  createKeyFile(path, 'secret');
  chmodSync(path, 0o644);
  const denied = Object.assign(new Error('EPERM'), { code: 'EPERM' });
  const chmod = vi.spyOn(fs, 'chmodSync').mockImplementation(() => {
    throw denied;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  expect(readKeyFile(path)?.toString()).toBe('secret');
  expect(chmod).toHaveBeenCalled();
  // Of a file of somebody else that says the same, others could read what is secret.
  vi.spyOn(process, 'geteuid').mockReturnValue(12_345);
  expect(() => readKeyFile(path)).toThrow(denied);
});

test('an existing file is not changed', () => {
  const path = join(newFolder(), 'keys', 'a.key');
  expect(readKeyFile(path)).toBeUndefined();
  expect(createKeyFile(path, 'first').toString()).toBe('first');
  expect(createKeyFile(path, 'second').toString()).toBe('first');
  expect(mode(join(path, '..'))).toBe(0o700);
});

test('a file that other users could read is restricted to its owner', () => {
  const path = join(newFolder(), 'a.key');
  createKeyFile(path, 'secret');
  chmodSync(path, 0o644);
  expect(readKeyFile(path)?.toString()).toBe('secret');
  expect(mode(path)).toBe(0o600);
});

test('a file that cannot be created leaves no temporary file', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => createKeyFile(join(folder, 'file', 'a.key'), 'secret')).toThrow();
  expect(readdirSync(folder)).toEqual(['file']);
});

test('a random key is created once, with the right length', () => {
  const path = join(newFolder(), 'a.key');
  const key = openRandomKey(path, 32);
  expect([key.length, openRandomKey(path, 32).equals(key)]).toEqual([32, true]);
  writeFileSync(path, 'short');
  expect(() => openRandomKey(path, 32)).toThrow('32 bytes');
});

test('the set-up token created first is kept, and an incomplete one is replaced', async () => {
  const path = join(newFolder(), 'setup-token');
  const store = filesystemSetupTokenStore(path);
  const [one, two] = ['a'.repeat(22), 'b'.repeat(22)];
  expect(await store.read()).toBeUndefined();
  expect(await store.offer(one)).toBe(one);
  expect(await store.offer(two)).toBe(one);
  writeFileSync(path, 'aaa');
  expect(await store.read()).toBeUndefined();
  expect(await store.offer(two)).toBe(two);
  await store.remove();
  expect(await store.read()).toBeUndefined();
});
