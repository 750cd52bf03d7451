import type { IncomingMessage, ServerResponse } from 'node:http';
import { publicEbookDownloadPath, publicEbookPath } from '@coachsite/adapters/contract';
import type { Ebook, NoEbookError } from '@coachsite/core/ebook';
import { loggablePath } from '@coachsite/core/text';
import type { Result } from 'neverthrow';
import type { Config } from '../config/config.ts';
import type { FromMemory, Target } from '../http/before-framework.ts';
import { openHeaders } from '../http/cors.ts';
import type { App } from '../http/create-app.ts';
import { commonHeaders } from '../http/headers.ts';
import type { EbookFile } from './ebook-file.ts';

/** Headers by which less than the whole file may be sent. */
const conditions = [
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
] as const;

const isWhole = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && conditions.every((name) => headers[name] === undefined);

/** The whole file. */
interface WholeFile {
  readonly open: () => Promise<Result<EbookFile, NoEbookError>>;
  /** Its headers; `wanted` is the name under which it is saved, empty for its own. */
  readonly headersOf: (
    ebook: Ebook,
    wanted: string | undefined,
  ) => Readonly<Record<string, string>>;
  /** Called once the response has started. */
  readonly count: (request: IncomingMessage) => void;
}

/**
 * Sends the whole e-book from memory, as links and buttons ask for it, before the framework sees the request. The framework
 * sends parts, files too large for memory, and what a condition decides. Source: docs/performance.md#goal-14.
 */
export function ebookFromMemory(
  app: App,
  config: Config,
  { open, headersOf, count }: WholeFile,
): FromMemory {
  let served = 0;
  let heads: { readonly of: string; readonly byPath: Map<string, string[]> } | undefined;
  const isLogged = ['trace', 'debug', 'info'].includes(app.log.level);

  /** Names and values of the headers, alternating; the same list for each request of one version. */
  function headOf(ebook: Ebook, { path, search }: Target): string[] {
    const version = `${ebook.sha256} ${ebook.uploadedAt}`;
    if (heads?.of !== version) heads = { of: version, byPath: new Map() };
    const known = heads.byPath.get(search);
    if (known) return known;
    const wanted = path + search === publicEbookPath ? undefined : '';
    const all = { ...commonHeaders(config), ...openHeaders, ...headersOf(ebook, wanted) };
    const head = Object.entries(all).flat();
    heads.byPath.set(search, head);
    return head;
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    usual: () => void,
    target: Target,
  ): Promise<void> {
    const startedAt = isLogged ? performance.now() : 0;
    const opened = await open().catch(() => undefined);
    // The framework says why there is none.
    if (!opened?.isOk() || !opened.value.bytes) return usual();
    if (response.destroyed) return;
    served += 1;
    const { ebook, bytes } = opened.value;
    response.writeHead(200, headOf(ebook, target)).end(bytes);
    count(request);
    if (!isLogged) return;
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const line = {
        method: 'GET',
        path: loggablePath(target.path + target.search),
        status: 200,
        ms,
      };
      app.log.info(line, 'request');
    });
  }

  new app.metrics.client.Counter({
    name: 'coachsite_ebooks_from_memory_total',
    help: 'E-books sent from memory, which the durations of requests do not count',
    collect() {
      this.reset();
      this.inc(served);
    },
  });

  const paths = [publicEbookPath, publicEbookDownloadPath];
  return (request, target) => {
    if (!paths.includes(target.path + target.search) || !isWhole(request)) return undefined;
    return (response, usual) => send(request, response, usual, target);
  };
}
