import { type PageLocation, type Prerender, themeColours } from '@coachsite/adapters/contract';
import { findPost } from '@coachsite/core/blog';
import { constantTimeEqual, dayMs } from '@coachsite/core/kernel';
import {
  defaultLanguage,
  type Language,
  languages,
  languageUrl,
  requestLanguage,
} from '@coachsite/core/language';
import { escapeMarkup } from '@coachsite/core/text';
import { isLoopbackHost } from '@coachsite/core/url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import program from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { type CachedResponse, makeCachedResponse } from '../http/cached-response.ts';
import { sendError } from '../http/errors.ts';
import { sendCached } from '../http/send-cached.ts';
import { runtimeConfig } from './pages.ts';

/** Ports of these routes. */
export interface SiteRoutePorts {
  readonly clock: { readonly now: () => number };
  /** Throws when the database does not take writes. */
  readonly probe: () => Promise<void>;
}

/** The feed is shared by everyone who reads it, so only its URL determines its language. */
const langOf = ({ query }: FastifyRequest) => (query as { lang?: unknown } | undefined)?.lang;

/**
 * Both variants of each page that may be listed, with their alternates. Source: docs/law-and-search.md#F24,
 * docs/law-and-search.md#F5.
 */
function sitemap(origin: string, locations: readonly PageLocation[]): string {
  const entries = locations
    .filter(({ page }) => page.indexable)
    .flatMap(({ page, path }) => {
      const own: readonly Language[] = page.dutchOnly ? [defaultLanguage] : languages;
      const links = [...own, 'x-default']
        .map(
          (language) =>
            `<xhtml:link rel="alternate" hreflang="${language}" href="${languageUrl(origin + path, language)}"/>`,
        )
        .join('');
      return own.map(
        (language) =>
          `<url><loc>${languageUrl(origin + path, language)}</loc><lastmod>${page.changedOn}</lastmod>${links}</url>`,
      );
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>\n`;
}

/** The articles as an Atom feed in one language. Source: docs/law-and-search.md#F27, RFC 4287. */
async function feed(config: Config, prerender: Prerender, language: Language): Promise<string> {
  const origin = config.publicUrl;
  const runtime = runtimeConfig(config);
  const articles = prerender.locations.filter(({ page }) => page.id === 'blog-post');
  const entries = await Promise.all(
    articles.map(async (article) => {
      const { title, description } = await prerender.describe(article, language, runtime);
      const url = languageUrl(origin + article.path, 'nl');
      const [headline = title] = title.split(' · ');
      const changedAt = `${article.page.changedOn}T00:00:00Z`;
      const publishedOn = findPost(article.value ?? '')?.publishedOn ?? article.page.changedOn;
      return `<entry><title>${escapeMarkup(headline)}</title><id>${url}</id><link href="${url}" hreflang="nl"/><published>${publishedOn}T00:00:00Z</published><updated>${changedAt}</updated><summary>${escapeMarkup(description)}</summary></entry>`;
    }),
  );
  const self = languageUrl(`${origin}/feed.xml`, language);
  const newest =
    articles
      .map(({ page }) => page.changedOn)
      .sort()
      .at(-1) ?? '2024-09-17';
  const { name, coach } = config.site;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><title>${escapeMarkup(name)}</title><id>${self}</id><link rel="self" href="${self}"/><link href="${languageUrl(`${origin}/blog`, language)}"/><updated>${newest}T00:00:00Z</updated><author><name>${escapeMarkup(coach.name || name)}</name></author>${entries.join('')}</feed>\n`;
}

const webManifest = ({ site }: Config) =>
  JSON.stringify({
    name: site.name,
    short_name: site.shortName,
    start_url: '/',
    display: 'browser',
    background_color: themeColours.chalk,
    theme_color: themeColours.tartan,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  });

/**
 * Metrics need a local client or the token; a request through a local proxy is not local.
 * Source: docs/contract.md#2.
 */
function maySeeMetrics({ ip, headers, raw }: FastifyRequest, { metricsToken }: Config): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (metricsToken && given && constantTimeEqual(given, metricsToken)) return true;
  const isLocal = (ip = '') => ip === '::1' || isLoopbackHost(ip.replace(/^::ffff:/, ''));
  return isLocal(raw.socket.remoteAddress) && isLocal(ip) && !headers['x-forwarded-for'];
}

/** Health, metrics, and the files that describe the site to crawlers. Source: docs/contract.md#3. */
export function siteRoutes(
  app: FastifyInstance,
  ports: SiteRoutePorts,
  config: Config,
  { prerender, isStopping }: { readonly prerender: Prerender; readonly isStopping: () => boolean },
): void {
  const method = ['GET', 'HEAD'];
  const schema = { hide: true };
  const file = (
    url: string,
    type: string,
    write: (request: FastifyRequest) => string | Promise<string>,
  ) => {
    const headers = {
      'content-type': type,
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
    };
    // A file has at most one text per language; any further text is from another day.
    const kept = new Map<string, CachedResponse>();
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const text = await write(request);
      const copy = kept.get(text) ?? makeCachedResponse(text, headers, true);
      if (!kept.has(text) && kept.size === languages.length) kept.clear();
      kept.set(text, copy);
      return sendCached(request, reply, copy);
    };
    app.route({ method, url, schema, handler });
  };
  const origin = config.publicUrl;
  const { version } = program;

  const sendText = (reply: FastifyReply, text: string) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text);
  app.route({
    method,
    url: '/healthz',
    schema,
    handler: async (_request, reply) => sendText(reply, 'ok\n'),
  });
  app.route({
    method,
    url: '/readyz',
    schema,
    handler: async (request, reply) => {
      if (isStopping()) return sendError(request, reply, 'unavailable', { facts: { version } });
      try {
        await ports.probe();
      } catch (error) {
        request.log.error({ err: error }, 'not ready');
        return sendError(request, reply, 'unavailable', { facts: { version } });
      }
      return reply.header('cache-control', 'no-store').send({ status: 'ready', version });
    },
  });
  app.route({
    method,
    url: '/metrics',
    schema,
    handler: async (request, reply) => {
      if (!maySeeMetrics(request, config)) return sendError(request, reply, 'forbidden');
      const { register } = app.metrics.client;
      reply.header('content-type', register.contentType).header('cache-control', 'no-store');
      return reply.send(await register.metrics());
    },
  });

  const text = 'text/plain; charset=utf-8';
  file('/robots.txt', text, () => `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`);
  file('/sitemap.xml', 'application/xml; charset=utf-8', () =>
    sitemap(origin, prerender.locations),
  );
  file('/feed.xml', 'application/atom+xml; charset=utf-8', (request) =>
    feed(config, prerender, requestLanguage({ query: langOf(request), cookie: undefined })),
  );
  file('/site.webmanifest', 'application/manifest+json; charset=utf-8', () => webManifest(config));
  file('/.well-known/security.txt', text, () => {
    // Constant for a day, so that the response can be cached.
    const today = Math.floor(ports.clock.now() / dayMs);
    const expires = new Date((today + 180) * dayMs).toISOString();
    return `Contact: mailto:${config.site.email}\nExpires: ${expires}\nPreferred-Languages: nl, en\nCanonical: ${origin}/.well-known/security.txt\n`;
  });
  file('/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(app.swagger()));
}
