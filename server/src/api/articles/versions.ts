import { picturesIn } from '@coachsite/adapters/articles';
import {
  ArticleParams,
  ArticleSaved,
  ArticleVersionParams,
  ArticleVersions,
} from '@coachsite/adapters/contract';
import { articleState, articleVersions, restoreArticle } from '@coachsite/core/blog';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay, timeText } from '@coachsite/core/kernel';
import { adminRoute, adminRouteWith } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http/create-app.ts';
import { type ArticleDesk, oneArticle } from './article-desk.ts';

/** The kept versions of an article, and the way back to one. */
export function articleVersionRoutes(
  app: App,
  ports: Ports,
  config: Config,
  desk: ArticleDesk,
): void {
  const onRequest = adminsOnly(ports, config);

  app.get(
    `${oneArticle}/versions`,
    {
      onRequest,
      config: adminRoute,
      schema: {
        operationId: 'listArticleVersions',
        summary: 'Lists the saved versions of an article',
        params: ArticleParams,
        response: { 200: ArticleVersions },
      },
    },
    async (request, reply) => {
      const versions = await articleVersions(ports.content, request.params);
      const rows = versions.map(async ({ id, savedAt, savedBy, content }, index) => ({
        id,
        active: index === 0,
        savedAt: timeText(savedAt),
        savedBy:
          (savedBy === undefined ? undefined : await ports.users.byId(savedBy))?.email ?? null,
        state:
          content.text && articleState(content.text, content, calendarDay(defaultZone, savedAt)),
      }));
      return reply.send(await Promise.all(rows));
    },
  );

  app.post(
    `${oneArticle}/versions/:id/restore`,
    {
      onRequest,
      config: adminRouteWith<typeof restoreArticle>()([
        'article_version_not_found',
        'article_conflict',
      ]),
      schema: {
        operationId: 'restoreArticleVersion',
        summary: 'Restores a version of an article',
        params: ArticleVersionParams,
        response: { 200: ArticleSaved },
      },
    },
    async (request, reply) => {
      const { id, ...name } = request.params;
      const change = desk.change(request, name);
      const restored = await restoreArticle(ports, change, { id, picturesOf: picturesIn });
      return desk.sendChange(reply, restored);
    },
  );
}
