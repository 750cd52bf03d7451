import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageLocation } from '@coachsite/adapters/contract';
import { isLanguage, type Language, languageCookie, languages } from '@coachsite/core/language';
import { loggablePath } from '@coachsite/core/text';
import type { Config } from '../config/config.ts';
import type { FromMemory } from '../http/before-framework.ts';
import type { App } from '../http/create-app.ts';
import { commonHeaders } from '../http/headers.ts';
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

/** A page that is asked for. */
interface Asked {
  readonly location: PageLocation;
  /** The query, with its question mark. */
  readonly search: string;
  readonly chosen?: Language;
}

/**
 * Sends pages before the framework sees the request, which still gets protected ones and those with a cookie that only its
 * parser reads; it sends what `sentOf` says too. Source: docs/performance.md#goal-8,
 * docs/decisions/0064-one-way-to-send-a-page.md.
 */
export function pagesFromMemory(
  app: App,
  config: Config,
  pages: Pick<Pages, 'find' | 'page'>,
): FromMemory {
  let served = 0;
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

  const { Counter } = app.metrics.client;
  new Counter({
    name: 'coachsite_pages_from_memory_total',
    help: 'Pages sent from memory, which the durations of requests do not count',
    collect() {
      this.reset();
      this.inc(served);
    },
  });

  return (request, { path, search }) => {
    const found = pages.find(path);
    const location = found?.page.guard === 'none' ? found : undefined;
    const language = location && chosenBy(search, request.headers.cookie);
    if (!language) return undefined;
    return (response, usual) => send(request, response, usual, { location, search, ...language });
  };
}
