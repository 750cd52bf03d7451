import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { afterEach, expect, test, vi } from 'vitest';

const runner = join(import.meta.dirname, '../../scripts/run.mjs');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-interrupted-'));
  folders.push(folder);
  return folder;
}

/** A site whose archive takes seconds: it has a large file without content, which needs no space. */
async function slowSite(): Promise<string> {
  const folder = newFolder();
  await openSqlite(join(folder, 'coachsite.sqlite')).close();
  mkdirSync(join(folder, 'outbox'));
  const large = join(folder, 'outbox', '20261123T120000000Z-a.eml');
  writeFileSync(large, '');
  truncateSync(large, 2 ** 31);
  return folder;
}

const hidden = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.'));

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'a backup that %s interrupts leaves no copy of the site, and ends with %i',
  async (signal, status) => {
    const [data, target] = [await slowSite(), newFolder()];
    const child = spawn(process.execPath, [runner, 'backup.ts', target], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: data,
      },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await vi.waitFor(() => {
      expect(hidden(data)).toEqual([expect.stringMatching(/^\.backup-/)]);
      expect(hidden(target)).toEqual([expect.stringMatching(/\.part$/)]);
    }, 20_000);
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
    expect(hidden(data)).toEqual([]);
    expect(readdirSync(target)).toEqual([]);
  },
);

/** Runs a module that has a folder as `folder`, and `exitSoon`, which exits before the file system has done anything more. */
function runUntilExit(folder: string, lines: string): void {
  const module = `
    import { inTemporaryFolder } from '#server/src/backup/temporary-folder.ts';
    import { writeArchive } from '@coachsite/adapters/backup';
    const folder = ${JSON.stringify(folder)};
    const exitSoon = async () => {
      for (let turn = 0; turn < 20; turn += 1) await undefined;
      process.exit(3);
    };
    ${lines}`;
  const given = ['--input-type=module', '-e', module];
  expect(spawnSync(process.execPath, given, { cwd: import.meta.dirname }).status).toBe(3);
}

test.each([
  [
    'a folder',
    `inTemporaryFolder(folder + '/.backup-', async () => void exitSoon());
     await new Promise(() => {});`,
  ],
  [
    'an archive that failed its check',
    `const check = async () => { void exitSoon(); throw new Error(); };
     await writeArchive(folder + '/site.tar.gz', {}, [], check).catch(() => {});`,
  ],
])('%s that is being removed when the process exits is gone', (_what, lines) => {
  const folder = newFolder();
  runUntilExit(folder, lines);
  expect(readdirSync(folder)).toEqual([]);
});
