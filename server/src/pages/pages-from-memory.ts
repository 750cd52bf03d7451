import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { PageLocation } from '@coachsite/adapters/contract';
import { isLanguage, type Language, languageCookie, languages } from '@coachsite/core/language';
import { loggablePath } from '@coachsite/core/text';
import type { Config } from '../config/config.ts';
import type { CachedResponse, Encoding } from '../http/cached-response.ts';
import type { App } from '../http/create-app.ts';
import { commonHeaders } from '../http/headers.ts';
import { type HostCheck, normalise } from '../http/host.ts';
import type { LoadCheck } from '../http/load-shedding.ts';
import { encodingOf, etagOf, persists } from '../http/send-cached.ts';
import type { Pages } from './pages.ts';

/** The language of a Cookie header; undefined where only a real parser knows. */
function languageIn(cookies: string | undefined): { readonly chosen?: Language } | undefined {
  if (cookies === undefined) return {};
  const at = cookies.indexOf('language');
  if (at < 0) return {};
  const [name, value] = cookies.slice(at).split(';', 1)[0]?.split('=') ?? [];
  const isWhole = at === 0 || cookies.startsWith('; ', at - 2);
  return isWhole && name === 'language' && isLanguage(value) ? { chosen: value } : undefined;
}

/** Whether the whole request is its path, its host, its cookies and the encodings it accepts. */
const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  headers['if-none-match'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers.origin === undefined;

/** What decides whether a request needs the framework. */
export interface FromMemory {
  readonly pages: Pick<Pages, 'find' | 'page'>;
  readonly host: HostCheck;
  readonly load: LoadCheck;
}

/**
 * Responds to the plain request of a page before the framework sees it, with the same bytes and headers: its parsing,
 * hooks and measurements cost several times what the page does. Any other request takes the usual way.
 * Source: docs/performance.md#goal-8, docs/decisions/0054-pages-before-the-framework.md.
 */
export function pagesFromMemory(app: App, config: Config, { pages, host, load }: FromMemory): void {
  let served = 0;
  let isClosing = false;
  const isLogged = app.log.level === 'debug' || app.log.level === 'trace';
  const heads = new WeakMap<CachedResponse, Map<string, readonly string[]>>();
  const cookie = (language: Language) => languageCookie(language, config.isHttps);
  const cookies = Object.fromEntries(languages.map((language) => [language, cookie(language)]));

  /** Names and values of the headers, in turns; the same for each request that chose so. */
  function headOf(copy: CachedResponse, encoding: Encoding, chosen?: Language, length = 0) {
    const ofCopy = heads.get(copy) ?? new Map<string, readonly string[]>();
    heads.set(copy, ofCopy);
    const key = `${encoding} ${chosen}`;
    const known = ofCopy.get(key);
    if (known) return known;
    const head = Object.entries({
      ...commonHeaders(config),
      ...(chosen ? { 'set-cookie': cookies[chosen] ?? '' } : {}),
      ...copy.headers,
      etag: etagOf(copy.digest, encoding),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      'content-length': String(length),
    }).flat();
    ofCopy.set(key, head);
    return head;
  }

  /** The page and its bytes; undefined where the framework has to log why there are none, and to send the error. */
  async function ready(location: PageLocation, language: Language, encoding: Encoding) {
    try {
      const copy = await pages.page(location, language);
      return { copy, body: await copy.encoded(encoding) };
    } catch {
      return undefined;
    }
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    usual: () => void,
    { location, chosen }: { readonly location: PageLocation; readonly chosen?: Language },
  ): Promise<void> {
    const encoding = encodingOf(request);
    const page = await ready(location, chosen ?? languages[0], encoding);
    if (!page) return usual();
    const { copy, body } = page;
    if (response.destroyed) return;
    served += 1;
    if (persists(request)) response.removeHeader('connection');
    // Node takes names and values in turns; its types want a list that may change.
    response.writeHead(200, headOf(copy, encoding, chosen, body.length) as string[]).end(body);
    if (isLogged)
      app.log.debug({ method: 'GET', path: loggablePath(location.path), status: 200 }, 'request');
  }

  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const { server } = app;
  const listeners = server.listeners('request') as RequestListener[];
  const [listener, ...others] = listeners.filter((each) => each !== normalise);
  if (!listener || others.length > 0) throw new Error('The server has another way to respond');
  server.off('request', listener);
  server.on('request', (request, response) => {
    const usual = () => listener(request, response);
    const location = isPlain(request) ? pages.find(request.url ?? '') : undefined;
    const language = location && languageIn(request.headers.cookie);
    if (!language || isClosing || !host.isKnown(request) || !load.admits()) return usual();
    void send(request, response, usual, { location, ...language });
  });

  const { Counter } = app.metrics.client;
  new Counter({
    name: 'coachsite_pages_from_memory_total',
    help: 'Pages sent from memory, which the durations of requests do not count',
    collect() {
      this.reset();
      this.inc(served);
    },
  });
}
