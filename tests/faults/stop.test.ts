import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call } from '../support/auth-client.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { siteWithAdmin } from '../support/site-with-admin.ts';

test('a stop at any stage of the start ends the process and leaves nothing behind', async () => {
  const { dataDirectory } = await siteWithAdmin();
  for (const delayMs of [0, 100, 200, 300, 400, 500, 700, 900, 1200]) {
    const site = await startSiteProcess(dataDirectory);
    await wait(delayMs);
    site.child.kill('SIGTERM');
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
