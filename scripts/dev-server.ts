import { createServer } from 'node:http';
import { join } from 'node:path';
import { readPrerender } from '@coachsite/adapters/contract';
import { createServer as createVite } from 'vite';
import { buildApp } from '../server/src/app.ts';
import { compose } from '../server/src/compose.ts';
import { readConfig } from '../server/src/config/config.ts';
import { openDataDirectory } from '../server/src/config/data-directory.ts';
import type { SiteFiles } from '../server/src/pages/site-files.ts';
import { speculationRules } from '../ui/src/document/speculation-rules.ts';
import { development } from '../ui/vite.config.ts';

/** Serves the API of this process and, through Vite, the pages as their sources stand: one address for both. */
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
  manifest: {
    app: '/src/app/main.tsx',
    session: '/src/session/keep-session.ts',
    styles: '/src/app/styles.css',
    document: '/src/document/index.ts',
    font: '/@fs/unused',
    startScript: '',
    speculationRules,
    laterStyles: '',
    stylesByPage: {},
  },
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
