import { picturesIn } from '@coachsite/adapters/articles';
import { ArticleMistakes, ArticleRenameRequest, ArticleSaved } from '@coachsite/adapters/contract';
import {
  type ArticleName,
  articleFileName,
  removeArticle,
  saveArticle,
} from '@coachsite/core/blog';
import { err, Result } from 'neverthrow';
import { adminRouteWith } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http/create-app.ts';
import { sendError } from '../../http/errors.ts';
import { languageOf } from '../../http/language.ts';
import { type ArticleDesk, articlesCall, sendMistakes } from './article-desk.ts';

const taken = {
  nl: 'Er is al een artikel met dit adres.',
  en: 'There is an article with this address.',
} as const;

/** A text with another value of a line of its front matter, in place of the lines that say it now. */
function withLine(markdown: string, name: string, value: string): string {
  const lines = markdown.split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  const at = lines.findIndex((line, index) => index < end && line.startsWith(`${name}:`));
  const from = at < 0 ? end : at;
  // A list may stand on lines of its own below the name.
  const next = lines.findIndex((line, index) => index > from && !/^(?:\s|- )/.test(line));
  return [...lines.slice(0, from), `${name}: ${value}`, ...lines.slice(at < 0 ? end : next)].join(
    '\n',
  );
}

/**
 * Gives an article another name in all its languages: the texts with the name of before among their `aliases`, which
 * leads visitors and keeps its place in the feed. What it had is taken away, or kept as a draft where a file has it.
 */
export function renameRoute(app: App, ports: Ports, config: Config, desk: ArticleDesk): void {
  app.post(
    `${articlesCall}/rename`,
    {
      onRequest: adminsOnly(ports, config),
      config: adminRouteWith<typeof saveArticle | 'not_found' | 'validation_failed'>()([
        'article_conflict',
        'not_found',
        'validation_failed',
      ]),
      schema: {
        operationId: 'renameArticle',
        summary: 'Gives an article another address, to which the old one leads',
        body: ArticleRenameRequest,
        response: { 200: ArticleSaved, 422: ArticleMistakes },
      },
    },
    async (request, reply) => {
      const { slug, to } = request.body;
      const saved = await desk.saved();
      const all = desk.all();
      const own = all.filter((article) => article.slug === slug);
      if (own.length === 0) return sendError(request, reply, 'not_found');
      if (all.some((article) => article.slug === to)) {
        const message = taken[languageOf(request)];
        return sendMistakes(request, reply, [{ line: 1, message }]);
      }
      const read = own.map(async ({ language, aliases = [] }) => {
        const old = { slug, language };
        const name = { slug: to, language };
        const before = desk.textOf(old, saved) ?? '';
        const earlier = [...new Set([...aliases, slug])];
        const markdown = withLine(before, 'aliases', `[${earlier.join(', ')}]`);
        const checked = await desk.check(request, name, markdown, slug);
        return checked.map(({ draft, publishedOn }) => ({
          ...{ old, name, before },
          text: { markdown, draft, publishedOn },
        }));
      });
      const texts = Result.combine(await Promise.all(read));
      if (texts.isErr()) return sendMistakes(request, reply, texts.error);
      let done: Awaited<ReturnType<typeof saveArticle>> = err({ kind: 'article_conflict' });
      for (const { old, name, before, text } of texts.value) {
        const pictures = picturesIn(text.markdown);
        // What somebody saved since it was read is not replaced.
        const since = (one: ArticleName) => saved.get(articleFileName(one))?.id ?? 0;
        done = await saveArticle(ports, desk.change(request, name), {
          ...{ text, pictures, base: since(name) },
        });
        if (done.isErr()) break;
        const change = desk.change(request, old);
        const kept = { ...text, markdown: withLine(before, 'draft', 'true'), draft: true };
        const left = await (change.file
          ? saveArticle(ports, change, { text: kept, pictures, base: since(old) })
          : removeArticle(ports, change));
        if (left.isErr()) {
          done = left;
          break;
        }
      }
      return desk.sendChange(reply, done);
    },
  );
}
