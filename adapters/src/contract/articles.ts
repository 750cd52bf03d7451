import { z } from 'zod';
import { language } from './fields.ts';

/** A run of text with at most one mark and one link. */
const Span = z.object({
  text: z.string(),
  mark: z.enum(['strong', 'em']).optional(),
  href: z.string().optional(),
});

const Spans = z.array(Span);

/** What a figure draws; one tick is one real unit. Source: docs/design.md#1. */
const ArticleDrawing = z.discriminatedUnion('kind', [
  /** Ticks up to `to`, each worth `step`; those from `from` on stand out. */
  z.object({
    kind: z.literal('zone'),
    step: z.number().positive(),
    from: z.number().positive(),
    to: z.number().positive(),
    rising: z.boolean(),
  }),
  /** `n` ticks, the first `lit` of them lit; `marks` (from 1) stand out. */
  z.object({
    kind: z.literal('row'),
    n: z.int().positive(),
    lit: z.int().nonnegative(),
    marks: z.array(z.int().positive()),
    rising: z.boolean(),
  }),
  /** A plate of ticks in up to three shares, clockwise from twelve. */
  z.object({ kind: z.literal('plate'), shares: z.array(z.int().positive()).min(2).max(3) }),
  /** Seven days, `marks` (from 1, Monday) filled in. */
  z.object({ kind: z.literal('days'), marks: z.array(z.int().min(1).max(7)) }),
  /** The 336 half hours of a week; `marks` (from 0, Monday 0:00) stand out. */
  z.object({ kind: z.literal('week'), marks: z.array(z.int().min(0).max(335)) }),
  /** Twelve weeks at a slow and a fast pace, in kilograms a week. */
  z.object({ kind: z.literal('pace'), from: z.number().positive(), to: z.number().positive() }),
]);

/** The coaching offers and the guide, as the next step within an article. */
const NextStep = z.object({ kind: z.literal('next'), to: z.string() });

const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), spans: Spans }),
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(Spans) }),
  z.object({
    kind: z.literal('figure'),
    value: z.string(),
    label: z.string(),
    note: z.string(),
    /** The name of a drawing that says more than the note. */
    alt: z.string().optional(),
    drawing: ArticleDrawing,
  }),
  /** A picture of the site, by the digest of its file, with the pixels of its largest size. */
  z.object({
    kind: z.literal('picture'),
    key: z.string(),
    width: z.int().positive(),
    height: z.int().positive(),
    alt: z.string(),
    caption: z.string().optional(),
  }),
  z.object({ kind: z.literal('action'), spans: Spans }),
  z.object({ kind: z.literal('callout'), title: z.string(), paragraphs: z.array(Spans) }),
  z.object({ kind: z.literal('sources'), items: z.array(Spans) }),
  NextStep,
]);

const Section = z.object({ id: z.string(), title: z.string(), blocks: z.array(Block) });

/** What a reader of another language sees of an article that is not in it. Source: docs/rules.md#8. */
const ArticleNotice = z.object({
  title: z.string(),
  description: z.string(),
  summary: z.string(),
  /** The article in one or two sentences. */
  text: z.string(),
});

/** The subject of an article; its name is with the texts of the blog. */
export const articleCategories = ['weight-loss', 'training', 'eating'] as const;

/** The drawing of an article in the list and in its head. */
export const articleCovers = ['bars', 'plate', 'week'] as const;

const day = z.iso.date();

/** One article in one language: the front matter of its file, and its text as blocks. */
export const Article = z.object({
  slug: z.string(),
  language,
  title: z.string(),
  /** The title as it is set, each line wider than the one above. */
  titleLines: z.array(z.string()),
  description: z.string(),
  lead: z.string(),
  /** What the list and the feed say about it. */
  summary: z.string(),
  category: z.enum(articleCategories),
  cover: z.enum(articleCovers),
  publishedOn: day,
  updatedOn: day,
  draft: z.boolean(),
  /** The last parts of the paths that it had before, the first one first. */
  aliases: z.array(z.string()).optional(),
  minutes: z.int().positive(),
  intro: z.array(Block),
  sections: z.array(Section),
  /** The last words, outside the list of contents. */
  ending: Section.optional(),
  notice: ArticleNotice.optional(),
});

/** An article as the list shows it to a reader of one language. */
export const ArticleSummary = z.object({
  slug: z.string(),
  /** The language of the article, which may be another than the reader's. */
  language,
  title: z.string(),
  /** Whether title and summary are in the language of the reader. */
  isTranslated: z.boolean(),
  summary: z.string(),
  category: z.enum(articleCategories),
  cover: z.enum(articleCovers),
  publishedOn: day,
  minutes: z.int().positive(),
});

/** One page of the list: `GET /api/articles`. */
export const ArticleList = z.object({
  items: z.array(ArticleSummary),
  number: z.int(),
  pages: z.int(),
});

/** An article and the languages it exists in: `GET /api/articles/{slug}`. */
export const ArticleInLanguages = z.object({
  article: Article,
  languages: z.array(language),
  /** The one below it in the list; of the last the newest. Absent where there is no other. */
  next: ArticleSummary.optional(),
});

/** A mistake in a file of the content: its path below the project, and the line from 1. */
export const Finding = z.object({
  file: z.string(),
  line: z.int().optional(),
  message: z.string(),
});

/** The articles as they are published: `articles.json` of the built site. */
export const ArticleFile = z.object({
  articles: z.array(Article),
  /** Why files were left out. */
  findings: z.array(Finding),
});

export type Span = Readonly<z.infer<typeof Span>>;
export type ArticleDrawing = Readonly<z.infer<typeof ArticleDrawing>>;
export type ArticleBlock = Readonly<z.infer<typeof Block>>;
export type ArticleSection = Readonly<z.infer<typeof Section>>;
export type Article = Readonly<z.infer<typeof Article>>;
export type ArticleSummary = Readonly<z.infer<typeof ArticleSummary>>;
export type ArticleList = Readonly<z.infer<typeof ArticleList>>;
export type ArticleInLanguages = Readonly<z.infer<typeof ArticleInLanguages>>;
export type ArticleFile = Readonly<z.infer<typeof ArticleFile>>;
export type Finding = Readonly<z.infer<typeof Finding>>;
