import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { languageOf } from '../http/language.ts';
import type { LiveRedirects } from './live-redirects.ts';
import type { MissedCounts } from './missed-paths.ts';
import type { Pages } from './pages.ts';
import { sendPage } from './send-page.ts';

/** What decides about a path that no page has. */
export interface UnknownPaths {
  readonly pages: Pick<Pages, 'page' | 'notFound' | 'gone'>;
  readonly redirects: Pick<LiveRedirects, 'find'>;
  readonly missed: Pick<MissedCounts, 'count'>;
}

/**
 * Responds to a request for a page that is not there: with where it is now, that it is gone, or that it is not found,
 * which is counted. Source: docs/rules.md#reading-redirects, docs/law-and-search.md#F21, docs/law-and-search.md#F28.
 */
export function unknownPathSender(
  config: Config,
  { pages, redirects, missed }: UnknownPaths,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const language = languageOf(request);
    // First, as pages wait for what another process saved, old addresses included.
    const response = await pages.page(pages.notFound(), language);
    const [path = ''] = request.url.split('?', 1);
    const found = redirects.find(path, request.url.slice(path.length));
    if (found === undefined) {
      missed.count(request);
      return sendPage(request, reply, config, { response, status: 404 });
    }
    if (found === 'gone') {
      const gone = await pages.page(pages.gone(), language);
      return sendPage(request, reply, config, { response: gone, status: 410 });
    }
    // A browser asks again each time: the coach may take it back.
    return reply.header('cache-control', 'private, no-cache').redirect(found.to, 308);
  };
}
