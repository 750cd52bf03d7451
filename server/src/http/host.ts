import type { IncomingMessage } from 'node:http';
import { canonicalUrl, isLoopbackHost } from '@coachsite/core/url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { earlyError } from './errors.ts';
import { redirectReason, redirectReasons } from './redirect-reason.ts';
import { toOneProtocol, toOriginForm } from './request-target.ts';

/** Requested by internal monitoring under any host name: never redirected. Source: docs/contract.md#3. */
const neverRedirected = new Set(['/healthz', '/readyz', '/metrics']);

/** The requested URL, according to the proxy or the Host header. */
const askedFor = ({ protocol, host, url }: FastifyRequest) => `${protocol}://${host}${url}`;

/**
 * Escapes of characters that need none: routes read them as the character, checks of the path do not. A full stop is left
 * alone, as it would make a segment of two of them. Source: RFC 3986 6.2.2.2.
 */
const needlessEscape = /%(?:2d|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/**
 * The canonical URL of the request, or undefined when it is already that one. `isKnown`: it was sent to the canonical
 * host, as an earlier one was.
 */
function elsewhere(request: FastifyRequest, config: Config, isKnown: boolean): string | undefined {
  const { publicUrl } = config;
  if (!request.url.startsWith('/')) return `${publicUrl}/`;
  // Two leading slashes would turn our path into the URL of another host.
  const path = request.url.replace(/^\/{2,}/, '/');
  const [escaped = '/', query] = path.split(/\?(.*)/s);
  const pathname = escaped.replace(needlessEscape, decodeURIComponent);
  const slashless = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  const kept = (isPage ? slashless : pathname) + (query === undefined ? '' : `?${query}`);
  if (isKnown && kept === request.url) return undefined;
  const asked = askedFor(request);
  const isSecured = !config.isHttps || request.protocol === 'https';
  const canonical = config.isHttps ? canonicalUrl(asked, publicUrl) : asked;
  const here = originOf(asked);
  const isHere = isSecured && here !== '' && originOf(canonical) === here;
  if (isHere && kept === request.url) return undefined;
  const origin = isHere && isLoopbackHost(request.hostname) ? here : publicUrl;
  return origin + kept;
}

/** The origin of a URL; empty for a Host header that is no host. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** How many ways to name the canonical host are remembered. */
const knownHosts = 1000;

/** Everything about a request that decides where it was sent to; behind a proxy also who says so. */
const hostKey = ({ headers, socket }: IncomingMessage, isProxied: boolean) =>
  isProxied
    ? `${headers.host} ${headers['x-forwarded-host']} ${headers['x-forwarded-proto']} ${socket.remoteAddress}`
    : `${headers.host}`;

/**
 * Whether a request has more than one Host line, of which Node keeps the first and a proxy may have believed another.
 * Source: docs/security.md#IN-5.
 */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** What every request goes through before anything reads it. */
export function normalise(request: IncomingMessage): void {
  toOriginForm(request);
  toOneProtocol(request);
}

/** Knows requests that need no redirect. */
export interface HostCheck {
  /** Whether a request was sent to the same host in the same way as an earlier one that was not redirected. */
  readonly isKnown: (request: IncomingMessage) => boolean;
}

/**
 * Redirects every request to its canonical URL with 308. If PUBLIC_URL is https, that is https without `www.`. GET and
 * HEAD have no trailing slash, and no URL has needless escapes. A request target that is neither a path nor a whole URL
 * is redirected to the home page. An invalid Host header counts as another host; two Host headers are 400 on every
 * path. Source: docs/rules.md#9, docs/law-and-search.md#F25, docs/security.md#IN-1, docs/security.md#IN-5.
 */
export function oneHost(app: FastifyInstance, config: Config): HostCheck {
  const known = new Set<string>();
  const isProxied = config.trustProxy.length > 0;
  app.server.prependListener('request', normalise);
  app.addHook('onRequest', async (request, reply) => {
    if (namesTwoHosts(request.raw)) throw earlyError(400);
    if (neverRedirected.has(request.url.split('?')[0] ?? '')) return;
    const key = hostKey(request.raw, isProxied);
    const target = elsewhere(request, config, known.has(key));
    // A shared cache must not keep it: the requested host may come from a header that the cache does not know.
    if (target !== undefined) {
      const reasons = redirectReasons(request, config);
      if (reasons !== '') reply.header(redirectReason, reasons);
      return reply.header('cache-control', 'no-store').redirect(target, 308);
    }
    if (known.size >= knownHosts) known.clear();
    known.add(key);
  });
  return {
    isKnown: (request) => known.has(hostKey(request, isProxied)) && !namesTwoHosts(request),
  };
}
