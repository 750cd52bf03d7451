import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';

test.each([
  ['SIGTERM', 'npm', [0, null]],
  // What Ctrl-C does: npm passes on the signal that the server has got, too.
  ['SIGINT', 'npm and the server', [0, null]],
  // What the end of a terminal does.
  ['SIGHUP', 'npm and the server', [null, 'SIGHUP']],
] as const)('%s to %s stops the server once requests are finished', async (signal, whom, exit) => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-npm-'));
  const port = await freePort();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'info' };
  // In a group of its own, so that what npm leaves behind can be ended.
  const child = spawn('npm', ['start'], { env, detached: true });
  const group = -Number(child.pid);
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL');
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

  const headers = { expect: '100-continue', 'content-type': 'application/json' };
  const sent = request({ port, method: 'POST', path: '/api/contact', agent: false, headers });
  const response = once(sent, 'response');
  // A test that has failed before does not wait for it.
  response.catch(() => undefined);
  sent.flushHeaders();
  await once(sent, 'continue');
  // The output closes once nothing that npm started runs any more.
  const closed = once(child, 'close');
  process.kill(whom === 'npm' ? Number(child.pid) : group, signal);
  const isServed = () =>
    fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );
  await expect.poll(isServed, { timeout: 10_000 }).toBe(false);
  sent.end('{"name":"An","email":"an@example.com","subject":"Vraag","message":"Dag"}');
  const [received] = (await response) as [IncomingMessage];
  received.resume();
  expect(received.statusCode).toBe(201);
  expect(await closed).toEqual(exit);
});

test('npm signals the program of its scripts, and no shell before it', () => {
  const file = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const { scripts } = JSON.parse(file) as { scripts: Record<string, string> };
  // It ends soon by itself, and the check for unused packages sees no program after "exec".
  const { format: _, ...others } = scripts;
  for (const command of Object.values(others)) expect(command).toMatch(/^exec \S+/);
});
