import type { Server } from 'node:http';
import { readArticles } from '@coachsite/adapters/articles';
import {
  type Article,
  type Finding,
  type Prerender,
  readPrerender,
  type SiteManifest,
} from '@coachsite/adapters/contract';
import { type Post, publishedPosts } from '@coachsite/core/blog';
import { type Connect, createServer } from 'vite';
import { speculationRules } from '../src/document/speculation-rules.ts';
import { policyVersion } from '../src/site/policy-version.ts';
import { development } from '../vite.config.ts';
import { findingText } from './finding-text.ts';
import { articlesFolder } from './source-hash.ts';

/** The manifest of Vite's development server, which serves the sources. */
const developmentManifest: SiteManifest = {
  app: '/src/app/main.tsx',
  session: '/src/document/session-script.ts',
  styles: '/src/app/styles.css',
  document: '/src/document/index.ts',
  startScript: '',
  speculationRules,
  policyVersion,
  stylesByPage: {},
  changedOn: {},
};

/** Every article as it is in its file now; mistakes go to `onFinding`. */
function developedArticles(onFinding: (finding: Finding) => void): readonly Article[] {
  const { articles, findings } = readArticles(articlesFolder, 'ui/content/articles');
  findings.forEach(onFinding);
  return articles;
}

/** Articles with drafts and those that wait. */
const developedPosts = (articles: readonly Article[]) =>
  publishedPosts(
    articles.map((article) => ({ ...article, draft: false })),
    '9999-12-31',
  );

/** One request asks for the site several times; what it reads is shared for this long, in milliseconds. */
const sharedMs = 500;

/** The site from its current sources: drafts are shown, and each page is transformed by Vite. */
interface DevelopedSite {
  readonly prerender: Prerender;
  readonly posts: readonly Post<Article>[];
  readonly articles: readonly Article[];
  readonly with: (articles: readonly Article[]) => DevelopedSite;
  readonly manifest: SiteManifest;
  readonly assets: ReadonlyMap<string, never>;
  readonly develop: (html: string, path: string) => Promise<string>;
}

/**
 * Serves the sources of the pages on `server`, with hot reload. `current` is the site as its sources are now; an
 * article with a mistake is left out and reported on stderr. `cacheDir` must not be shared by two servers.
 */
export async function openDevelopment(
  server: Server,
  cacheDir: string,
): Promise<{
  readonly middlewares: Connect.Server;
  readonly current: () => DevelopedSite;
  readonly close: () => Promise<void>;
}> {
  const vite = await createServer({
    ...development,
    cacheDir,
    server: { middlewareMode: true, hmr: { server }, ws: { server } },
  });
  const load = async () => readPrerender(await vite.ssrLoadModule('/src/render/prerender.tsx'));
  const createPrerender = await load();
  const fixed = {
    manifest: developmentManifest,
    assets: new Map<string, never>(),
    develop: (html: string, path: string) =>
      vite.transformIndexHtml(
        path,
        html
          .replace('<style>', '<link rel="stylesheet" href="/src/app/styles.css"><style>')
          .replace(
            '<script></script>',
            '<script type="module" src="/src/document/head-script.ts"></script>',
          ),
      ),
  };
  const siteOf = (articles: readonly Article[]): DevelopedSite => {
    const posts = developedPosts(articles);
    const content = { posts, changedOn: {} };
    return {
      ...fixed,
      posts,
      articles,
      with: siteOf,
      prerender: {
        ...createPrerender(content),
        render: async (...given) => {
          try {
            return await (await load())(content).render(...given);
          } catch (error) {
            // The log of the server leaves messages out, as they may quote a visitor.
            console.error(error);
            throw error;
          }
        },
        describe: async (...given) => (await load())(content).describe(...given),
      },
    };
  };
  const readSite = () =>
    siteOf(developedArticles((finding) => console.error(`${findingText(finding)}; left out`)));
  let site = readSite();
  let readAt = performance.now();
  const current = () => {
    if (performance.now() - readAt > sharedMs) {
      site = readSite();
      readAt = performance.now();
    }
    return site;
  };
  return { middlewares: vite.middlewares, current, close: () => vite.close() };
}
