import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import {
  type Article,
  ArticleFile,
  type CreatePrerender,
  type Prerender,
  readPrerender,
  SiteManifest,
} from '@coachsite/adapters/contract';
import { type Post, publishedPosts } from '@coachsite/core/blog';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
import type { KeptFile } from '../config/earlier-assets.ts';

/** Where `npm run build` leaves the pages. */
const distFolder = join(
  dirname(createRequire(import.meta.url).resolve('@coachsite/ui/package.json')),
  'dist',
);

/** Sent where a script of a page is gone: it loads the page anew. Source: docs/decisions/0070-assets-of-earlier-builds.md. */
export const goneScriptPath = '/gone.js';

/** Written last by a build, and by `npm run content -- publish`. */
export const manifestPath: string = join(distFolder, 'site.json');
export const articlesPath: string = join(distFolder, 'articles.json');

/** The text of the file of an article, as it is now; undefined where there is none. */
export function articleSource(name: string): string | undefined {
  const path = join(dirname(distFolder), 'content', 'articles', name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** A file served as it is. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  /** Its bytes, made again where it is held in brotli. */
  readonly identity: Buffer;
  readonly br: Buffer | undefined;
}

/** The site at one moment, whole in memory. Source: docs/performance.md#3. */
export interface SiteFiles {
  readonly prerender: Prerender;
  /** The public articles, newest first. */
  readonly posts: readonly Post<Article>[];
  /** Every article of the files, those that are not public too. */
  readonly articles: readonly Article[];
  /** The same site with these articles. */
  readonly with: (articles: readonly Article[]) => SiteFiles;
  readonly manifest: SiteManifest;
  /** By path, from `/assets/` on or at the root. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** In development: transforms each page, which is then rendered anew for every request. */
  readonly develop?: (html: string, path: string) => Promise<string>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Digests the bytes of a file. */
const etagOf = (bytes: Buffer) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/** Creates an asset that is held as it is. */
export const assetOf = (type: string, identity: Buffer): Asset => ({
  type,
  etag: etagOf(identity),
  identity,
  br: undefined,
});

/** Creates an asset of which only the compressed copy is held: nearly every client takes it. */
const packed = (type: string, etag: string, br: Buffer): Asset => ({
  type,
  etag,
  get identity() {
    return brotliDecompressSync(br);
  },
  br,
});

const typeOf = (path: string) => types[extname(path)] ?? 'application/octet-stream';

/** A kept file as it is served at a path; undefined without one. */
export const asAsset = (path: string, file: KeptFile | undefined): Asset | undefined =>
  file && { ...assetOf(typeOf(path), file.identity), br: file.br };

/** Creates an asset from a file and from its compressed copy, where the build made one. */
function toAsset(path: string): Asset {
  const identity = readFileSync(path);
  const copy = `${path}.br`;
  if (!existsSync(copy)) return assetOf(typeOf(path), identity);
  return packed(typeOf(path), etagOf(identity), readFileSync(copy));
}

function readAssets(folder: string, at: string): readonly (readonly [string, Asset])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && types[extname(entry.name)])
    .map((entry) => [`${at}${entry.name}`, toAsset(join(folder, entry.name))] as const);
}

/** The files that a build makes, whichever articles are published. */
export interface BuiltSite {
  readonly createPrerender: CreatePrerender;
  readonly manifest: SiteManifest;
  readonly assets: SiteFiles['assets'];
}

/**
 * Reads what the build left. Throws when there is none, as `npm start` builds it first, or when another version of this
 * program built it. `version` distinguishes the prerenderer of a later build in the same process.
 */
export async function openBuild(version = ''): Promise<BuiltSite> {
  if (!existsSync(manifestPath)) throw new Error('The pages are not built: run npm run build');
  const module = pathToFileURL(join(distFolder, 'server', 'prerender.js')).href;
  try {
    return {
      createPrerender: readPrerender(await import(module + version)),
      manifest: SiteManifest.parse(JSON.parse(readFileSync(manifestPath, 'utf8'))),
      assets: readAllAssets(),
    };
  } catch (error) {
    throw new Error('The built pages do not fit this program: run npm run build', { cause: error });
  }
}

/** The files that are served as they are. */
export const readAllAssets = (): SiteFiles['assets'] =>
  new Map([
    ...readAssets(join(distFolder, 'client', 'assets'), '/assets/'),
    ...readAssets(join(distFolder, 'styles', 'assets'), '/assets/'),
    ...readAssets(join(distFolder, 'document', 'assets'), '/assets/'),
    ...readAssets(join(distFolder, 'icons'), '/'),
    ...readAssets(join(distFolder, 'gone'), '/'),
    ...readAssets(join(distFolder, 'social'), '/social/'),
    ...readAssets(join(distFolder, 'media'), '/media/'),
    ...readAssets(join(distFolder, 'portrait'), '/portrait/'),
  ]);

/** Reads the published articles; none before the first build. */
export function readArticleFile(): ArticleFile {
  if (!existsSync(articlesPath)) return { articles: [], findings: [] };
  return ArticleFile.parse(JSON.parse(readFileSync(articlesPath, 'utf8')));
}

/** The site on `today`, a calendar day in Brussels, with the articles that are public on it. */
export function siteOn(build: BuiltSite, articles: readonly Article[], today: string): SiteFiles {
  const { createPrerender, manifest, assets } = build;
  const posts = publishedPosts(articles, today);
  const content = { posts, changedOn: manifest.changedOn };
  const withArticles = (others: readonly Article[]) => siteOn(build, others, today);
  return {
    prerender: createPrerender(content),
    posts,
    articles,
    with: withArticles,
    manifest,
    assets,
  };
}

/** Reads the site as it is now, without following changes. */
export async function openSiteFiles(): Promise<SiteFiles> {
  return siteOn(
    await openBuild(),
    readArticleFile().articles,
    calendarDay(defaultZone, Date.now()),
  );
}
