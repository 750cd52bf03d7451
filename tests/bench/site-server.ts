import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildApp } from '@coachsite/server/app';
import { compose } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { openSiteFiles } from '@coachsite/server/site-files';
import { report } from './servers.ts';

/*
 * The site as it runs in production, with a database of its own, and beside each page its floor: the same document
 * without any script, under `/floor/<language><path>`, from the same process. `/bare` is a page with nothing but a menu.
 */

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}

const withoutScripts = (html: string) =>
  html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/^(<!doctype html><html lang="\w+")[^>]*>/, '$1>');

const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-bench-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const config = readConfig({
  PORT: String(port),
  PUBLIC_URL: url,
  DATA_DIR: dataDirectory,
  LOG_LEVEL: 'silent',
  AUTH_IP_RATE_LIMITS: 'off',
})._unsafeUnwrap();
const ports = await compose(config);
const site = await openSiteFiles();
const app = await buildApp(ports, config, { site });

const floors = new Map<string, { body: Buffer; headers: Record<string, string> }>();
app.get('/floor/*', async (request, reply) => {
  const known = floors.get(request.url);
  if (known) return reply.headers(known.headers).send(known.body);
  const [, language = 'nl', path = ''] = /^\/floor\/(nl|en)(.*)$/.exec(request.url) ?? [];
  const page = await app.inject({ url: path || '/', headers: { cookie: `language=${language}` } });
  const body = brotliCompressSync(withoutScripts(page.body));
  const { 'set-cookie': _, date: __, connection: ___, ...given } = page.headers;
  const headers = {
    ...(given as Record<string, string>),
    'content-encoding': 'br',
    'content-length': String(body.length),
  };
  floors.set(request.url, { body, headers });
  return reply.headers(headers).send(body);
});

const bare = `<!doctype html><html lang="nl"><meta name="viewport" content="width=device-width"><title>Bare</title>
<button data-menu-open command="show-modal" commandfor="menu">Menu</button><dialog class="menu" id="menu">Menu</dialog>`;
app.get('/bare', (_request, reply) => reply.type('text/html').send(bare));
await app.listen({ port, host: config.host });

// Every page is written and compressed before anything is measured.
for (const { path } of site.prerender.locations) {
  for (const language of ['nl', 'en']) {
    for (const encoding of ['br', 'gzip']) {
      const headers = { cookie: `language=${language}`, 'accept-encoding': encoding };
      await app.inject({ url: path, headers });
    }
  }
}

const pages = [...site.prerender.locations]
  .filter(({ page }) => page.kind === 'document')
  .map(({ path, page }) => ({ path, indexable: page.indexable }));
report({ url, pages }, async () => {
  await app.close();
  await ports.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});
