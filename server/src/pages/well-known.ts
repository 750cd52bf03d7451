import { themeColours } from '@coachsite/adapters/contract';
import { constantTimeEqual, dayMs, secondMs } from '@coachsite/core/kernel';
import { languages, requestLanguage } from '@coachsite/core/language';
import { isLoopbackHost } from '@coachsite/core/url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import program from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { type CachedResponse, makeCachedResponse } from '../http/cached-response.ts';
import { sendError } from '../http/errors.ts';
import { inTime } from '../http/in-time.ts';
import { sendCached } from '../http/send-cached.ts';
import { metricsReader } from '../http/worker-metrics.ts';
import { feed } from './feed.ts';
import type { LiveSite } from './live-site.ts';
import type { Pages } from './pages.ts';
import { sitemap } from './sitemap.ts';

/** `/readyz` waits at most this long for the database, in milliseconds: less than who asks for it. */
const probeMs = 4 * secondMs;

/** Ports of these routes. */
export interface SiteRoutePorts {
  readonly clock: { readonly now: () => number };
  /** Throws when the database does not take writes. */
  readonly probe: () => Promise<void>;
}

/** The feed is shared by everyone who reads it, so only its URL determines its language. */
const langOf = ({ query }: FastifyRequest) => (query as { lang?: unknown } | undefined)?.lang;

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

/** What proxies add to a request; one of them is enough. */
const forwarding = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/;

/**
 * Metrics need a local client or the token; a request through a local proxy is not local, whichever header shows it.
 * Source: docs/contract.md#2.
 */
function maySeeMetrics({ ip, headers, raw }: FastifyRequest, { metricsToken }: Config): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (metricsToken && given && constantTimeEqual(given, metricsToken)) return true;
  const isLocal = (ip = '') => ip === '::1' || isLoopbackHost(ip.replace(/^::ffff:/, ''));
  const isForwarded = Object.keys(headers).some((name) => forwarding.test(name));
  return isLocal(raw.socket.remoteAddress) && isLocal(ip) && !isForwarded;
}

/** Health, metrics, and the files that describe the site to crawlers. Source: docs/contract.md#3. */
export function siteRoutes(
  app: FastifyInstance,
  ports: SiteRoutePorts,
  config: Config,
  {
    live,
    pages,
    isStopping,
  }: {
    readonly live: LiveSite;
    readonly pages: Pick<Pages, 'guide'>;
    readonly isStopping: () => boolean;
  },
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
      if (isStopping()) return sendError(request, reply, 'unavailable', { extra: { version } });
      try {
        await inTime(ports.probe(), probeMs);
      } catch (error) {
        request.log.error({ err: error }, 'not ready');
        return sendError(request, reply, 'unavailable', { extra: { version } });
      }
      return reply.header('cache-control', 'no-store').send({ status: 'ready', version });
    },
  });
  const readMetrics = metricsReader();
  app.route({
    method,
    url: '/metrics',
    schema,
    handler: async (request, reply) => {
      if (!maySeeMetrics(request, config)) return sendError(request, reply, 'forbidden');
      const { register } = app.metrics.client;
      reply.header('content-type', register.contentType).header('cache-control', 'no-store');
      return reply.send(await readMetrics());
    },
  });

  const text = 'text/plain; charset=utf-8';
  file('/robots.txt', text, () => `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`);
  file('/sitemap.xml', 'application/xml; charset=utf-8', async () => {
    const guide = await pages.guide();
    const { locations } = live.current().prerender;
    return sitemap(origin, guide ? [...locations, guide] : locations);
  });
  file('/feed.xml', 'application/atom+xml; charset=utf-8', (request) =>
    feed(config, live.current(), requestLanguage({ query: langOf(request), cookie: undefined })),
  );
  file('/site.webmanifest', 'application/manifest+json; charset=utf-8', () => webManifest(config));
  file('/.well-known/security.txt', text, () => {
    // Constant for a day, so that the response can be cached.
    const today = Math.floor(ports.clock.now() / dayMs);
    const expires = new Date((today + 180) * dayMs).toISOString();
    return `Contact: mailto:${config.site.email}\nExpires: ${expires}\nPreferred-Languages: nl, en\nCanonical: ${origin}/.well-known/security.txt\n`;
  });
  // For password managers (W3C, A Well-Known URL for Changing Passwords). Who is not signed in comes back here afterwards.
  app.route({
    method,
    url: '/.well-known/change-password',
    schema,
    handler: async (_request, reply) =>
      reply.header('cache-control', 'no-store').redirect(`${origin}/account#password`, 302),
  });
  // Written at the first request and kept: routes do not change, and writing it takes milliseconds of the main thread.
  let calls: string | undefined;
  file('/openapi.json', 'application/json; charset=utf-8', () => {
    calls ??= JSON.stringify(app.swagger());
    return calls;
  });
}
