import {
  type Article,
  ArticleMistakes,
  ArticlePreviewRequest,
  PreviewForm,
} from '@coachsite/adapters/contract';
import { articleFileName } from '@coachsite/core/blog';
import { z } from 'zod';
import { adminRouteWith } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import { acceptForms } from '../../http/body.ts';
import type { App } from '../../http/create-app.ts';
import { sendCached } from '../../http/send-cached.ts';
import { sendSiteError } from '../../http/site-errors.ts';
import { draftLimit } from '../facts/facts-json.ts';
import { parsed } from '../facts/site-preview.ts';
import { type ArticleDesk, articlesCall, type Shown, sendMistakes } from './article-desk.ts';

const thePage = {
  description: 'The page, not published',
  content: { 'text/html': { schema: z.string() } },
};

/** The name of an article that has none yet. */
const unnamed = 'article';

/**
 * The real page of a text that is not published, for admins only. It can also be requested by a form, so that it can be
 * shown in a frame with its own content security policy. Source: docs/security.md#HD-1.
 */
export function articlePreviewRoutes(
  app: App,
  ports: Ports,
  config: Config,
  { live, pages, desk }: Pick<Shown, 'live' | 'pages'> & { readonly desk: ArticleDesk },
): void {
  /** The site with the article as if it were public. */
  const siteWith = (article: Article) => {
    const site = live.current();
    const others = site.articles.filter((one) => articleFileName(one) !== articleFileName(article));
    const today = desk.today();
    const publishedOn = article.publishedOn > today ? today : article.publishedOn;
    return site.with([...others, { ...article, draft: false, publishedOn }]);
  };

  app.register(async (scope) => {
    acceptForms(scope);
    scope.post(
      `${articlesCall}/preview`,
      {
        // A text is checked in each pause of typing: a row for each would hide the other events.
        onRequest: adminsOnly(ports, config, sendSiteError, { isRecorded: false }),
        // A form writes most characters of JSON as three.
        bodyLimit: 3 * draftLimit,
        config: {
          ...adminRouteWith<'validation_failed'>()(['validation_failed']),
          reads: { body: ArticlePreviewRequest },
        },
        schema: {
          operationId: 'previewArticle',
          summary: 'Shows the page of an article that is not saved',
          response: { 200: thePage, 422: ArticleMistakes },
        },
      },
      async (request, reply) => {
        const form = PreviewForm.safeParse(request.body);
        const read = ArticlePreviewRequest.safeParse(
          form.success ? parsed(form.data.draft) : request.body,
        );
        if (read.error) return sendMistakes(request, reply, []);
        const { markdown, language, reader = language, scheme, slug = unnamed } = read.data;
        const checked = await desk.check(request, { slug, language }, markdown);
        if (checked.isErr()) return sendMistakes(request, reply, checked.error);
        const files = siteWith(checked.value);
        const draft = { site: config.site, files, scheme };
        return sendCached(request, reply, await pages.preview(`/blog/${slug}`, reader, draft));
      },
    );
  });
}
