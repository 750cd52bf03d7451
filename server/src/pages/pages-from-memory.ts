import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { PageLocation } from '@coachsite/adapters/contract';
import { isLanguage, type Language, languageCookie, languages } from '@coachsite/core/language';
import { loggablePath } from '@coachsite/core/text';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { commonHeaders } from '../http/headers.ts';
import { type HostCheck, normalise } from '../http/host.ts';
import { limits } from '../http/limits.ts';
import type { LoadCheck } from '../http/load-shedding.ts';
import { persists, type Sent, sentOf } from '../http/send-cached.ts';
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

/** The language that a request chooses, by its query or else by its cookie; undefined where only a real parser knows. */
function chosenBy(search: string, cookies: string | undefined) {
  const asked = search === '' ? undefined : new URLSearchParams(search).get('lang');
  return isLanguage(asked) ? { chosen: asked } : languageIn(cookies);
}

/** Whether a request reads, has no body and is not too long. */
const isRead = ({ method, headers, url = '' }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  url.length <= limits.urlLength;

/** What decides whether a request needs the framework. */
export interface FromMemory {
  readonly pages: Pick<Pages, 'find' | 'page'>;
  readonly host: HostCheck;
  readonly load: LoadCheck;
}

/** A page that is asked for. */
interface Asked {
  readonly location: PageLocation;
  /** The query, with its question mark. */
  readonly search: string;
  readonly chosen?: Language;
}

/**
 * Responds to requests for pages before the framework sees them: the framework's parsing, hooks and measurements cost
 * several times what the page itself does. The framework still gets requests that one of its hooks decides about (a new
 * host, a body, too much load) and those with a cookie that only its parser reads; it sends what `sentOf` says too.
 * Source: docs/performance.md#goal-8, docs/decisions/0064-one-way-to-send-a-page.md.
 */
export function pagesFromMemory(app: App, config: Config, { pages, host, load }: FromMemory): void {
  let served = 0;
  let isClosing = false;
  const isLogged = app.log.level === 'debug' || app.log.level === 'trace';
  const heads = new WeakMap<Sent, Map<Language | undefined, string[]>>();

  /** Names and values of the headers, alternating; the same list for each request with the same language choice. */
  function headOf(sent: Sent, chosen: Language | undefined): string[] {
    const ofSent = heads.get(sent) ?? new Map<Language | undefined, string[]>();
    heads.set(sent, ofSent);
    const known = ofSent.get(chosen);
    if (known) return known;
    const cookie = chosen && { 'set-cookie': languageCookie(chosen, config.isHttps) };
    const head = Object.entries({ ...commonHeaders(config), ...cookie, ...sent.headers }).flat();
    ofSent.set(chosen, head);
    return head;
  }

  /** What is sent; undefined where the framework has to log why there is nothing, and to send the error. */
  async function ready(request: IncomingMessage, { location, search, chosen }: Asked) {
    try {
      return await sentOf(request, await pages.page(location, chosen ?? languages[0], search));
    } catch {
      return undefined;
    }
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    usual: () => void,
    asked: Asked,
  ): Promise<void> {
    const sent = await ready(request, asked);
    if (!sent) return usual();
    if (response.destroyed) return;
    served += 1;
    if (persists(request)) response.removeHeader('connection');
    const { status, body } = sent;
    response.writeHead(status, headOf(sent, asked.chosen)).end(body);
    if (isLogged) {
      const path = loggablePath(asked.location.path + asked.search);
      app.log.debug({ method: request.method, path, status }, 'request');
    }
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
    const { url = '' } = request;
    const [path = ''] = url.split('?', 1);
    const search = url.slice(path.length);
    const location = isRead(request) ? pages.find(path) : undefined;
    const language = location && chosenBy(search, request.headers.cookie);
    if (!language || isClosing || !host.isKnown(request) || !load.admits()) return usual();
    void send(request, response, usual, { location, search, ...language });
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
