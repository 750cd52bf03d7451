import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildApp } from '@coachsite/server/app';
import { compose } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { openSiteFiles } from '@coachsite/server/site-files';
import { freePort } from '../support/free-port.ts';
import { asAdmin } from '../support/signed-in.ts';
import { fillOutbox, fillTables } from './full-tables.ts';

/*
 * The site with far more in its database than a coach ever has. Reports its URL and the headers of an admin, and on
 * `longest` the longest turn of its event loop since that was asked before, on `processor` the processor time of its main
 * thread, in milliseconds. Limits per IP are off unless AUTH_IP_RATE_LIMITS is set.
 */
const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-turns-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const config = readConfig({
  PORT: String(port),
  PUBLIC_URL: url,
  DATA_DIR: dataDirectory,
  LOG_LEVEL: 'silent',
  AUTH_IP_RATE_LIMITS: process.env.AUTH_IP_RATE_LIMITS ?? 'off',
})._unsafeUnwrap();
const ports = await compose(config);
const app = await buildApp(ports, config, { site: await openSiteFiles() });
await app.listen({ port, host: config.host });
const headers = await asAdmin({ ports, config });
fillTables(config.sqlitePath);
fillOutbox(config.outboxDirectory);

const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
delay.enable();
process.on('message', (asked) => {
  if (asked === 'processor') {
    const { user, system } = process.threadCpuUsage();
    process.send?.((user + system) / 1000);
    return;
  }
  // A turn is recorded by the next tick of the timer that measures it.
  setTimeout(() => {
    process.send?.(Math.max(0, delay.max / 1e6 - resolution));
    delay.reset();
  }, 10 * resolution);
});
process.on('disconnect', async () => {
  await app.close();
  await ports.close();
  rmSync(dataDirectory, { recursive: true, force: true });
  process.exit(0);
});
process.send?.({ url, headers });
