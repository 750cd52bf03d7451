import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { guideReadPath } from '@coachsite/adapters/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isMethodWrong, sendError } from '../http/errors.ts';
import { isServicePath } from '../http/headers.ts';
import { languageOf } from '../http/language.ts';
import { encodingOf, etagOf, isKnown } from '../http/send-cached.ts';
import { leadToSignIn } from './guard-page.ts';
import type { LiveSite } from './live-site.ts';
import type { Pages } from './pages.ts';
import { sendPage } from './send-page.ts';
import { type Asset, goneScriptPath } from './site-files.ts';
import type { SocialImages } from './social-images.ts';
import { type UnknownPaths, unknownPathSender } from './unknown-path.ts';

/** A file with a digest in its name never changes; the few others are revalidated. */
const cachingOf = (url: string) =>
  /^\/(?:assets|portrait)\//.test(url)
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=86400';

const zip = promisify(gzip);

/** Sends a built file. */
async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  url: string,
  caching = cachingOf(url),
): Promise<FastifyReply> {
  // Other sites may show social images, and search engines the coach.
  const mayShow = /^\/(?:social|portrait)\//.test(url) ? 'cross-origin' : 'same-origin';
  const wanted = encodingOf(request);
  const encoding = asset.br ? wanted : 'identity';
  const etag = etagOf(asset.etag, encoding);
  reply.header('etag', etag);
  reply.header('content-type', asset.type);
  reply.header('cross-origin-resource-policy', mayShow);
  reply.header('cache-control', caching);
  if (asset.br) reply.header('vary', 'Accept-Encoding');
  if (isKnown(request, etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const whole = (encoding === 'br' && asset.br) || asset.identity;
  const body = encoding === 'gzip' ? await zip(whole) : whole;
  return reply.header('content-length', body.length).send(body);
}

/**
 * Whether a page asks for a part of itself that no build has any more. It gets a script in its place, so that a page of any
 * age, also one of before this was thought of, can load itself anew. Everybody else gets 404.
 */
const isGoneModule = ({ headers }: FastifyRequest, path: string) =>
  headers['sec-fetch-dest'] === 'script' && /^\/assets\/[\w.-]+\.js$/.test(path);

/** Folders whose files come and go with a build or a publication. */
const fileFolders = ['/assets/', '/social/', '/media/'] as const;

/** Paths below the blog: which of them exist depends on what is published. */
const contentPaths = ['/blog/:slug', '/blog/page/:number'] as const;

/** What is sent: pages, built files, and social images. */
interface Served extends Omit<UnknownPaths, 'pages'> {
  readonly pages: Pages;
  readonly live: LiveSite;
  readonly social: SocialImages;
}

/** Every page, every built file, and what is sent for the rest. Source: docs/rules.md#2, docs/contract.md#3. */
export function pageRoutes(
  app: FastifyInstance,
  config: Config,
  { pages, live, social, ...unknown }: Served,
): void {
  const method = ['GET', 'HEAD'];
  const schema = { hide: true };
  const sendUnknown = unknownPathSender(config, { pages, ...unknown });
  const sendLocation = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    const location = pages.find(path);
    if (!location) return sendUnknown(request, reply);
    if (leadToSignIn(request, reply, config, location.page)) return reply;
    const search = request.url.slice(path.length);
    const response = await pages.page(location, languageOf(request), search);
    return sendPage(request, reply, config, { response });
  };
  const isFixed = (path: string) => path === '/blog' || !path.startsWith('/blog/');
  const paths = pages.locations().map(({ path }) => path);
  for (const url of [...paths.filter(isFixed), ...contentPaths]) {
    app.route({ method, url, schema, handler: sendLocation });
  }
  app.route({
    method,
    url: guideReadPath,
    schema,
    handler: async (request, reply) => {
      const location = await pages.guide();
      if (!location) return sendUnknown(request, reply);
      const response = await pages.page(location, languageOf(request));
      return sendPage(request, reply, config, { response });
    },
  });
  // The first page of the list has one path.
  app.route({
    method,
    url: '/blog/page/1',
    schema,
    handler: async (request, reply) =>
      reply.redirect(`/blog${request.url.slice('/blog/page/1'.length)}`, 308),
  });

  const sendFile = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    const isSocial = path.startsWith('/social/');
    const { assets } = live.current();
    const asset = isSocial
      ? await social.at(path)
      : (assets.get(path) ?? (await live.earlier?.(path)));
    if (asset) return sendAsset(request, reply, asset, path);
    const gone = isGoneModule(request, path) ? assets.get(goneScriptPath) : undefined;
    if (!gone) return sendError(request, reply, 'not_found');
    return sendAsset(request, reply, gone, goneScriptPath, 'no-store');
  };
  const atRoot = [...live.current().assets.keys()].filter(
    (url) => !fileFolders.some((folder) => url.startsWith(folder)),
  );
  for (const url of [...atRoot, ...fileFolders.map((folder) => `${folder}:file`)]) {
    app.route({ method, url, schema, handler: sendFile });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (isMethodWrong(request, reply)) return sendError(request, reply, 'method_not_allowed');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isFile = request.url.startsWith('/assets/');
    if (!isRead || isFile || isServicePath(request.url))
      return sendError(request, reply, 'not_found');
    return sendUnknown(request, reply);
  });
}
