import { createServer } from 'node:http';
import { join } from 'node:path';
import { readPrerender } from '@coachsite/adapters/contract';
import { buildApp } from '@coachsite/server/app';
import { compose } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { openDataDirectory } from '@coachsite/server/data-directory';
import type { SiteFiles } from '@coachsite/server/site-files';
import { development, developmentManifest } from '@coachsite/ui/site-build/development';
import { createServer as createVite } from 'vite';

/** Serves the API of this process and, through Vite, the pages from their current sources, both on one port. */
const read = readConfig(process.env).andThrough(({ dataDirectory }) =>
  openDataDirectory(dataDirectory),
);
if (read.isErr()) {
  console.error(read.error);
  process.exit(1);
}
const config = read.value;
const server = createServer();
const vite = await createVite({
  ...development,
  // Beside the data, so that several servers can run from one checkout.
  cacheDir: join(config.dataDirectory, 'vite'),
  server: { middlewareMode: true, hmr: { server }, ws: { server } },
});
const load = async () => readPrerender(await vite.ssrLoadModule('/src/render/prerender.tsx'));
const prerender = await load();

const site: SiteFiles = {
  prerender: {
    ...prerender,
    render: async (...given) => (await load()).render(...given),
    describe: async (...given) => (await load()).describe(...given),
  },
  manifest: developmentManifest,
  assets: new Map(),
  develop: (html, path) =>
    vite.transformIndexHtml(
      path,
      html
        .replace(/<link rel="preload"[^>]*>/, '<link rel="stylesheet" href="/src/app/styles.css">')
        .replace(
          '<script></script>',
          '<script type="module" src="/src/document/head-script.ts"></script>',
        ),
    ),
};

const ports = await compose(config);
const app = await buildApp(ports, config, {
  site,
  serverFactory: (handler) =>
    server.on('request', (request, response) => {
      vite.middlewares(request, response, () => handler(request, response));
    }),
});
await app.listen({ port: config.port, host: config.host });
console.log(`${config.site.name} is at ${config.publicUrl}, and follows your changes`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    await vite.close();
    await app.close();
    await ports.close();
    process.exit(0);
  });
}
