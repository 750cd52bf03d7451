import { picturesIn } from '@coachsite/adapters/articles';
import {
  type AdminArticle,
  AdminArticles,
  ArticleMistakes,
  ArticleParams,
  ArticleRequest,
  ArticleSaved,
  ArticleText,
} from '@coachsite/adapters/contract';
import { articleFileName, articleState, removeArticle, saveArticle } from '@coachsite/core/blog';
import { adminRoute, adminRouteWith } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http/create-app.ts';
import { sendError } from '../../http/errors.ts';
import { draftLimit, toTime } from '../facts/facts-json.ts';
import { type ArticleDesk, articlesCall, oneArticle, sendMistakes } from './article-desk.ts';

/** The articles of files and site: listed, read, saved and removed. */
export function editRoutes(app: App, ports: Ports, config: Config, desk: ArticleDesk): void {
  const onRequest = adminsOnly(ports, config);

  app.get(
    articlesCall,
    {
      onRequest,
      config: adminRoute,
      schema: {
        operationId: 'listAllArticles',
        summary: 'Lists every article in every language',
        response: { 200: AdminArticles },
      },
    },
    async (_request, reply) => {
      const saved = await desk.saved();
      const rows = desk.all().map((article): AdminArticle => {
        const { slug, language, title, publishedOn, updatedOn } = article;
        const version = saved.get(articleFileName(article));
        return {
          ...{ slug, language, title, publishedOn, updatedOn },
          state: articleState(article, version?.content, desk.today()),
          version: version?.id ?? 0,
          hasFile: desk.fileOf(article) !== undefined,
          savedAt: toTime(version?.savedAt),
        };
      });
      return reply.send(
        rows.sort((a, b) =>
          a.publishedOn === b.publishedOn ? 0 : a.publishedOn < b.publishedOn ? 1 : -1,
        ),
      );
    },
  );

  app.get(
    oneArticle,
    {
      onRequest,
      config: adminRouteWith<'not_found'>()(['not_found']),
      schema: {
        operationId: 'getArticleText',
        summary: 'Reads the text of an article',
        params: ArticleParams,
        response: { 200: ArticleText },
      },
    },
    async (request, reply) => {
      const all = await desk.saved();
      const saved = all.get(articleFileName(request.params));
      const file = desk.fileOf(request.params);
      const markdown = desk.textOf(request.params, all);
      if (markdown === undefined) return sendError(request, reply, 'not_found');
      const dates = saved?.content.text ?? file;
      return reply.send({
        markdown,
        version: saved?.id ?? 0,
        hasFile: file !== undefined,
        ...(dates && { state: articleState(dates, saved?.content, desk.today()) }),
      });
    },
  );

  app.put(
    oneArticle,
    {
      onRequest,
      bodyLimit: draftLimit,
      config: adminRouteWith<typeof saveArticle | 'validation_failed'>()([
        'article_conflict',
        'validation_failed',
      ]),
      schema: {
        operationId: 'saveArticle',
        summary: 'Saves the text of an article',
        params: ArticleParams,
        body: ArticleRequest,
        response: { 200: ArticleSaved, 422: ArticleMistakes },
      },
    },
    async (request, reply) => {
      const { params: name, body } = request;
      const checked = await desk.check(request, name, body.markdown);
      if (checked.isErr()) return sendMistakes(request, reply, checked.error);
      const { draft, publishedOn } = checked.value;
      const newest = (await desk.saved()).get(articleFileName(name));
      // Of an article that was removed nobody sees a version: it is begun anew.
      const isAnew = body.version === 0 && newest?.content.text === null;
      const saved = await saveArticle(ports, desk.change(request, name), {
        text: { markdown: body.markdown, draft, publishedOn },
        pictures: picturesIn(body.markdown),
        base: isAnew ? newest.id : body.version,
      });
      return desk.sendChange(reply, saved);
    },
  );

  app.delete(
    oneArticle,
    {
      onRequest,
      config: adminRouteWith<typeof removeArticle | 'not_found'>()([
        'article_conflict',
        'not_found',
      ]),
      schema: {
        operationId: 'removeArticle',
        summary: 'Gives the file of an article back, or removes one that has none',
        params: ArticleParams,
        response: { 200: ArticleSaved },
      },
    },
    async (request, reply) => {
      const name = request.params;
      const saved = (await desk.saved()).get(articleFileName(name));
      if (!saved?.content.text) return sendError(request, reply, 'not_found');
      return desk.sendChange(reply, await removeArticle(ports, desk.change(request, name)));
    },
  );
}
