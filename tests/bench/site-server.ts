import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { brotliCompressSync } from 'node:zlib';
import { buildApp, createApp } from '@coachsite/server/app';
import { compose } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { openSiteFiles } from '@coachsite/server/site-files';
import { freePort } from '../support/free-port.ts';
import { fillOutbox, fillTables } from '../support/full-tables.ts';
import { asAdmin } from '../support/signed-in.ts';

/*
 * The site as it runs in production, with a database of its own. `pages` has beside each page its floor: the same document
 * without any script, under `/floor/<language><path>`, and an admin with a session; with `year`, what a year leaves in the
 * database. `full` has far more in it than a coach ever has. Answers
 * `longest` with the longest turn of the event loop since that was asked before, `processor` with the processor time of the
 * main thread, in milliseconds. Limits per IP are off unless AUTH_IP_RATE_LIMITS is set.
 */
const isFull = process.argv[2] === 'full';
const isYear = process.argv[2] === 'year';
const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-bench-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const config = readConfig({
  PORT: String(port),
  PUBLIC_URL: url,
  DATA_DIR: dataDirectory,
  LOG_LEVEL: 'silent',
  AUTH_IP_RATE_LIMITS: process.env.AUTH_IP_RATE_LIMITS ?? 'off',
})._unsafeUnwrap();
const ports = await compose(config);
const site = await openSiteFiles();
const app = await buildApp(createApp(config), ports, config, { site });

const withoutScripts = (html: string) =>
  html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/^(<!doctype html><html lang="\w+")[^>]*>/, '$1>');

const floors = new Map<string, { body: Buffer; headers: Record<string, string> }>();
if (!isFull)
  app.get('/floor/*', (request, reply) => {
    const floor = floors.get(request.url);
    return reply.headers(floor?.headers ?? {}).send(floor?.body);
  });

/** Writes and compresses each page in both languages before anything is measured, and makes its floor. */
async function preparePages(): Promise<unknown> {
  for (const { path } of site.prerender.locations) {
    for (const language of ['nl', 'en']) {
      const as = (encoding: string) => {
        // A protected page is sent to a request with a session cookie.
        const cookie = `language=${language}; cs-refresh=none`;
        const headers = { cookie, 'accept-encoding': encoding };
        return app.inject({ url: path, headers });
      };
      await as('br');
      await as('gzip');
      const page = await as('identity');
      const body = brotliCompressSync(withoutScripts(page.body));
      const { 'set-cookie': _, date: __, connection: ___, ...given } = page.headers;
      const own = { 'content-encoding': 'br', 'content-length': String(body.length) };
      const headers = { ...(given as Record<string, string>), ...own };
      floors.set(`/floor/${language}${path === '/' ? '' : path}`, { body, headers });
    }
  }
  const pages = [...site.prerender.locations]
    .filter(({ page }) => page.kind === 'document')
    .map(({ path, page }) => ({ path, indexable: page.indexable }));
  const { authorization = '' } = await asAdmin({ ports, config });
  return { url, pages, token: authorization.replace('Bearer ', '') };
}

await app.listen({ port, host: config.host });

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

if (isFull) {
  const headers = await asAdmin({ ports, config });
  fillTables(config.sqlitePath);
  fillOutbox(config.outboxDirectory);
  process.send?.({ url, headers });
} else {
  const ready = await preparePages();
  // 3000 messages, and 20,000 downloads in half a year of days.
  if (isYear) fillTables(config.sqlitePath, { share: 0.05 });
  process.send?.(ready);
}
