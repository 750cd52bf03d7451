import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call } from '../support/auth-client.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { siteWithAdmin } from '../support/site-with-admin.ts';

const stopInStart = join(import.meta.dirname, '../support/stop-in-start.ts');

test.each([
  ['while the program is loaded', '1', false],
  ['when the server takes over', '2', true],
])('a stop %s exits with 0', async (_stage, at, wasOpened) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-stop-'));
  const site = await startSiteProcess(dataDirectory, { STOP_AT: at }, stopInStart);
  expect(await site.ended).toBe(0);
  expect(site.said.err).toBe('');
  expect(existsSync(join(dataDirectory, 'coachsite.sqlite'))).toBe(wasOpened);
  // What was there is whole: the next start uses it.
  const next = await startSiteProcess(dataDirectory);
  await next.ready;
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  rmSync(dataDirectory, { recursive: true });
});

test('a stop at any stage of the start ends the process and leaves nothing behind', async () => {
  const { dataDirectory } = await siteWithAdmin();
  for (const delayMs of [0, 100, 200, 300, 400, 500, 700, 900, 1200]) {
    const site = await startSiteProcess(dataDirectory);
    await wait(delayMs);
    site.child.kill('SIGTERM');
    // Before the first line of the program runs, the signal has its default effect.
    expect([0, 'SIGTERM']).toContain(await site.ended);
    expect(site.said.err).toBe('');
  }
  const site = await startSiteProcess(dataDirectory);
  await site.ready;
  expect((await call(site, 'GET', '/readyz')).status).toBe(200);
  // A later signal ends the stop, which a request under way would keep for 10 seconds more; it then exits with 0.
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    'POST /api/contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n',
  );
  socket.write('expect: 100-continue\r\ncontent-length: 9\r\n\r\n');
  await once(socket, 'data');
  await expect
    .poll(() => site.child.kill('SIGTERM') && site.child.exitCode, { timeout: 20_000 })
    .not.toBe(null);
  expect(await site.ended).toBe(1);
  await expect(call(site, 'GET', '/healthz')).rejects.toThrow();
  const next = await startSiteProcess(dataDirectory);
  await next.ready;
  next.child.kill('SIGINT');
  expect(await next.ended).toBe(0);
  rmSync(dataDirectory, { recursive: true });
});
