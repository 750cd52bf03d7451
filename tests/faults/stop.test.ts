import { existsSync, mkdtempSync, rmSync } from 'node:fs';
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
  // A second signal during the stop ends it at once.
  site.child.kill('SIGTERM');
  site.child.kill('SIGTERM');
  expect([0, 1]).toContain(await site.ended);
  await expect(call(site, 'GET', '/healthz')).rejects.toThrow();
  const next = await startSiteProcess(dataDirectory);
  await next.ready;
  next.child.kill('SIGINT');
  expect(await next.ended).toBe(0);
  rmSync(dataDirectory, { recursive: true });
});
