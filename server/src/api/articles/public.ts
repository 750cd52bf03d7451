import {
  ArticleInLanguages,
  ArticleList,
  articleInLanguages,
  articleList,
} from '@coachsite/adapters/contract';
import { languages } from '@coachsite/core/language';
import { z } from 'zod';
import type { App } from '../../http/create-app.ts';
import { siteErrors } from '../../http/documented-errors.ts';
import { sendError } from '../../http/errors.ts';
import type { LiveSite } from '../../pages/live-site.ts';

const lang = z.enum(languages).default('nl');
const ListQuery = z.object({ lang, page: z.coerce.number().int().min(1).default(1) });
const ArticleParams = z.object({ slug: z.string().max(200) });
const ArticleQuery = z.object({ lang });

/** The public articles for the app in the browser; the pages themselves are documents. */
export function articleRoutes(app: App, live: LiveSite): void {
  const config = { documentedErrors: siteErrors(['not_found']) };
  app.get(
    '/api/articles',
    {
      config,
      schema: {
        operationId: 'listArticles',
        summary: 'Lists the public articles',
        querystring: ListQuery,
        response: { 200: ArticleList },
      },
    },
    async (request, reply) => {
      const list = articleList(live.current().posts, request.query.lang, request.query.page);
      if (!list) return sendError(request, reply, 'not_found');
      return reply.header('cache-control', 'no-cache').send({ ...list, items: [...list.items] });
    },
  );
  app.get(
    '/api/articles/:slug',
    {
      config,
      schema: {
        operationId: 'getArticle',
        summary: 'Reads one article',
        params: ArticleParams,
        querystring: ArticleQuery,
        response: { 200: ArticleInLanguages },
      },
    },
    async (request, reply) => {
      const { posts } = live.current();
      const found = articleInLanguages(posts, request.query.lang, request.params.slug);
      if (!found) return sendError(request, reply, 'not_found');
      return reply.header('cache-control', 'no-cache').send(found);
    },
  );
}
