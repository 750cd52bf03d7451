import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@coachsite/ui/site-build';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { json } from '../support/requests.ts';

test('an ignored redirect_to is logged, by its origin only (docs/wire.md#14)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: directory, LOG_LEVEL: 'warn' };
  const server = spawn(process.execPath, [program], { env });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const url = `http://localhost:${port}`;
  const isUp = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok;
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true);
  const target = encodeURIComponent('https://elsewhere.example/welcome?secret=1');
  const headers = { apikey: 'coachsite-public' };
  await fetch(
    `${url}/auth/v1/recover?redirect_to=${target}`,
    json({ email: 'nobody@example.com' }, headers),
  );
  await expect.poll(() => said).toContain('"origin":"https://elsewhere.example"');
  expect(said).not.toContain('secret=1');
  const ended = new Promise((done) => server.once('exit', done));
  server.kill();
  await ended;
  rmSync(directory, { recursive: true });
});
