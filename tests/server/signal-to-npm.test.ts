import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

test('SIGTERM to npm stops the server that npm started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-npm-'));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  // In a group of its own, so that what npm leaves behind can be ended.
  const child = spawn('npm', ['start'], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' },
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL');
    } catch {
      // Nothing was left behind.
    }
    rmSync(folder, { recursive: true, force: true });
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  await vi.waitFor(() => expect(said).toContain('Mails are written'), 30_000);
  child.kill('SIGTERM');
  // The output closes once nothing that npm started runs any more.
  expect(await once(child, 'close')).toEqual([0, null]);
});
