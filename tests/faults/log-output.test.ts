import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@coachsite/ui/site-build';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';

test.runIf(existsSync('/dev/full'))(
  'a server whose log is on a full disk serves on, and stops on SIGTERM',
  async () => {
    const full = openSync('/dev/full', 'w');
    const folder = mkdtempSync(join(tmpdir(), 'coachsite-full-log-'));
    const port = String(await freePort());
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: port, LOG_LEVEL: 'debug' },
      stdio: ['ignore', full, 'ignore'],
    });
    const ended = once(child, 'exit');
    onTestFinished(() => {
      child.kill('SIGKILL');
      closeSync(full);
      rmSync(folder, { recursive: true });
    });
    const status = async () => {
      const signal = AbortSignal.timeout(2_000);
      return (await fetch(`http://127.0.0.1:${port}/api/ebook`, { signal })).status;
    };
    await vi.waitFor(async () => expect(await status()).toBe(404), 20_000);
    // Each call writes a line.
    for (let n = 0; n < 5; n += 1) expect(await status()).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
