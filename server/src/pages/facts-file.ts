import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeCachedResponse } from '../http/cached-response.ts';
import { sendCached } from '../http/send-cached.ts';
import type { Pages } from './pages.ts';

/**
 * The facts of a page for its app. A response under its digest never changes; for a digest that this process no longer
 * knows, the current facts are sent, and not cached.
 */
export function factsFile(app: FastifyInstance, pages: Pick<Pages, 'facts'>): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/facts/:digest.json',
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply) => {
      const { digest } = request.params as { readonly digest: string };
      const { text, isLasting } = await pages.facts(digest);
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': isLasting ? 'public, max-age=31536000, immutable' : 'no-store',
        vary: 'Accept-Encoding',
      };
      return sendCached(request, reply, makeCachedResponse(text, headers, false));
    },
  });
}
