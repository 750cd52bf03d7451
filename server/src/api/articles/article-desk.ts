import type { Article, ArticleMistakes, ArticleSaved } from '@coachsite/adapters/contract';
import {
  type ArticleChange,
  type ArticleName,
  type ArticleVersion,
  articleFileName,
  savedArticles,
} from '@coachsite/core/blog';
import { defaultZone } from '@coachsite/core/defaults';
import type { SiteError } from '@coachsite/core/facts';
import { calendarDay } from '@coachsite/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from 'neverthrow';
import type { Ports } from '../../compose/index.ts';
import { siteForm } from '../../http/documented-errors.ts';
import { languageOf } from '../../http/language.ts';
import { sendSiteError } from '../../http/site-errors.ts';
import type { FactsFollower } from '../../pages/follow-facts.ts';
import type { LaidSite } from '../../pages/laid-site.ts';
import { articlePaths } from '../../pages/live-redirects.ts';
import type { Pages } from '../../pages/pages.ts';
import { articleSource } from '../../pages/site-files.ts';
import { editorOf } from '../facts/facts-json.ts';
import { checkText } from './check-text.ts';

/** What the calls change and show. */
export interface Shown {
  readonly live: LaidSite;
  readonly pages: Pick<Pages, 'preview' | 'guide'>;
  readonly follower: FactsFollower;
}

/** Path of the calls for articles. Source: docs/contract.md#3. */
export const articlesCall = '/api/admin/articles';

/** The path of the calls for one of them. */
export const oneArticle = `${articlesCall}/:slug/:language`;

const messages = {
  nl: 'Kijk deze regels na.',
  en: 'Check these lines.',
} as const;

/** Mistakes of a text, in the admin's language. */
export function sendMistakes(
  request: FastifyRequest,
  reply: FastifyReply,
  mistakes: ArticleMistakes['mistakes'],
): FastifyReply {
  const { status } = siteForm('validation_failed');
  const message = messages[languageOf(request)];
  return reply.code(status).send({ code: 'validation_failed', message, mistakes });
}

/** What the calls for articles have in common. */
export function articleDesk(ports: Ports, { live, pages, follower }: Shown) {
  const today = () => calendarDay(defaultZone, ports.clock.now());
  /** The article of a file; undefined where it has none. */
  const fileOf = (name: ArticleName): Article | undefined =>
    live.files().find((one) => articleFileName(one) === articleFileName(name));
  return {
    today,
    fileOf,
    saved: () => savedArticles(ports.content),
    /** Every article as it is on the site or will be: those of `saved` over those of the files. */
    all: () => live.current().articles,
    /** The text of an article as it is stored: on the site, or else in its file. */
    textOf: (name: ArticleName, saved: ReadonlyMap<string, ArticleVersion>) => {
      const file = articleFileName(name);
      return saved.get(file)?.content.text?.markdown ?? (fileOf(name) && articleSource(file));
    },
    /** Checks a text against what is on the site now, but for an article that goes. */
    check: async (
      request: FastifyRequest,
      name: ArticleName,
      markdown: string,
      without?: string,
    ) => {
      const { prerender, articles: all } = live.current();
      const articles = all.filter(({ slug }) => slug !== without);
      const paths = [...prerender.locations.map(({ path }) => path), `/blog/${name.slug}`];
      const others = [...articlePaths(articles)];
      const guide = await pages.guide();
      if (guide) others.push(guide.path);
      return checkText(name, markdown, {
        pictures: ports.content,
        paths: new Set([...paths, ...others]),
        articles,
        today: today(),
        words: languageOf(request),
      });
    },
    change: (request: FastifyRequest, name: ArticleName): ArticleChange => {
      const file = fileOf(name);
      return { ...editorOf(request), name, file, today: today() };
    },
    /** Sends the outcome of a change, once every page of this process shows it or could not be rendered. */
    sendChange: async (reply: FastifyReply, changed: Result<ArticleVersion, SiteError>) => {
      if (changed.isErr()) return sendSiteError(reply, changed.error);
      const isPublished = await follower.publish();
      const json: ArticleSaved = { version: changed.value.id, isPublished };
      return reply.send(json);
    },
  };
}

export type ArticleDesk = ReturnType<typeof articleDesk>;
