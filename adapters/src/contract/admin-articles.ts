import { z } from 'zod';
import { language, time } from './fields.ts';

/*
 * The calls with which an admin writes articles on the site. Source: docs/contract.md#3.
 */

const states = ['file', 'site', 'draft', 'scheduled', 'withdrawn'] as const;

/** An article in one language, without its text. */
const AdminArticle = z.object({
  slug: z.string(),
  language,
  title: z.string(),
  state: z.enum(states),
  /** Id of the version that lies over the file; 0 where none does. */
  version: z.int(),
  /** Whether it has a file below what is on the site. */
  hasFile: z.boolean(),
  publishedOn: z.iso.date(),
  updatedOn: z.iso.date(),
  savedAt: time.nullable(),
});

/** Every article in every language, newest first: `GET /api/admin/articles`. */
export const AdminArticles = z.array(AdminArticle);

export const ArticleParams = z.object({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(80),
  language,
});
export const ArticleVersionParams = ArticleParams.extend({ id: z.coerce.number().int().min(1) });

/** The text of an article: `GET /api/admin/articles/{slug}/{language}`. */
export const ArticleText = z.object({
  markdown: z.string(),
  version: z.int(),
  hasFile: z.boolean(),
  /** Undefined for a text that has mistakes by now. */
  state: z.enum(states).optional(),
});

/** Longer than any article, in characters. */
const longestText = 200_000;

/** `PUT /api/admin/articles/{slug}/{language}`. */
export const ArticleRequest = z.object({
  markdown: z.string().max(longestText),
  /** The version that the change was made from, 0 for none; without it, the text replaces whatever is there. */
  version: z.int().min(0).optional(),
});

/** The response to each change: the version that is newest now. */
export const ArticleSaved = z.object({
  version: z.int(),
  /** False while the pages could not be rendered with it; that is tried again by itself. */
  isPublished: z.boolean(),
});

/** `POST /api/admin/articles/rename`. */
export const ArticleRenameRequest = ArticleParams.pick({ slug: true }).extend({
  to: ArticleParams.shape.slug,
});

/** Kept versions, newest first: `GET /api/admin/articles/{slug}/{language}/versions`. */
export const ArticleVersions = z.array(
  z.object({
    id: z.int(),
    active: z.boolean(),
    savedAt: time,
    savedBy: z.string().nullable(),
    /** On the day it was saved; null of one that gave the file back or removed the article. */
    state: z.enum(states).nullable(),
  }),
);

/** `POST /api/admin/articles/preview`: the page of an article that is not published. */
export const ArticlePreviewRequest = z.object({
  markdown: z.string().max(longestText),
  /** Of the article. */
  language,
  /** Of the reader; that of the article by default. */
  reader: language.optional(),
  scheme: z.enum(['light', 'dark']).optional(),
  /** The article that it is a new text of. */
  slug: ArticleParams.shape.slug.optional(),
});

/** Why a text cannot be saved or shown, each mistake with its line, from 1. */
export const ArticleMistakes = z.object({
  code: z.literal('validation_failed'),
  message: z.string(),
  mistakes: z.array(z.object({ line: z.int(), message: z.string() })),
});

/** A stored picture: `POST /api/admin/articles/pictures`. */
export const ArticlePicture = z.object({
  name: z.string(),
  /** What stands in a text for it. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
});

export type AdminArticle = z.infer<typeof AdminArticle>;
export type ArticleText = z.infer<typeof ArticleText>;
export type ArticleSaved = z.infer<typeof ArticleSaved>;
export type ArticleVersions = z.infer<typeof ArticleVersions>;
export type ArticleMistakes = z.infer<typeof ArticleMistakes>;
export type ArticlePicture = z.infer<typeof ArticlePicture>;
