import { createServer } from 'node:http';
import { join } from 'node:path';
import { readPrerender } from '@coachsite/adapters/contract';
import { buildApp } from '@coachsite/server/app';
import { compose } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { openDataDirectory } from '@coachsite/server/data-directory';
import type { SiteFiles } from '@coachsite/server/site-files';
import {
  developedPosts,
  development,
  developmentManifest,
  findingText,
} from '@coachsite/ui/site-build/development';
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
const createPrerender = await load();

const fixed: Pick<SiteFiles, 'manifest' | 'assets' | 'develop'> = {
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

/** The site from the sources and the articles as they are now; drafts are shown. */
function readSite(): SiteFiles {
  const posts = developedPosts((finding) => console.error(`${findingText(finding)}; left out`));
  const content = { posts, changedOn: {} };
  return {
    ...fixed,
    posts,
    prerender: {
      ...createPrerender(content),
      render: async (...given) => (await load())(content).render(...given),
      describe: async (...given) => (await load())(content).describe(...given),
    },
  };
}

/** One request asks for the site several times; what it reads is shared for this long, in milliseconds. */
const sharedMs = 500;
let site = readSite();
let readAt = performance.now();
const current = () => {
  if (performance.now() - readAt > sharedMs) {
    site = readSite();
    readAt = performance.now();
  }
  return site;
};

const ports = await compose(config);
const app = await buildApp(ports, config, {
  site: { current, close: () => undefined },
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
