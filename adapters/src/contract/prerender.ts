import type { Post } from '@coachsite/core/blog';
import type { Language } from '@coachsite/core/language';
import { z } from 'zod';
import type { Article } from './articles.ts';
import type { GuidePage } from './guide.ts';
import type { PageLocation, RejectedForm, RuntimeConfig } from './pages.ts';

/** The markup of one page: elements for the head, and the inside of the root element. */
export interface RenderedPage {
  readonly head: string;
  readonly body: string;
}

/** Metadata of a location that is rendered without React. */
interface PageDescription {
  readonly title: string;
  readonly description: string;
  /** JSON-LD, safe inside a script element. */
  readonly structuredData: string;
}

/** The ticks of a social image; its caption says what they count. Source: docs/design.md#1. */
export interface SocialTicks {
  /** A clock face, or upright ticks in a row. */
  readonly kind: 'dial' | 'row';
  readonly n: number;
  /** Number of lit ticks, from the first. */
  readonly lit: number;
  /** Zero-based indexes of ticks that stand out. */
  readonly marks?: readonly number[];
  /** Each tick of the row is taller than the one before. */
  readonly grows?: boolean;
}

/** Texts and drawing of one social image. Source: docs/law-and-search.md#F60. */
export interface SocialCard {
  readonly brand: string;
  /** The page's title, without the brand. */
  readonly title: string;
  readonly ground: string;
  readonly caption: string;
  readonly ticks: SocialTicks;
  /** The paths of the ticks and of the mark, how thick the ticks are, and where they begin. */
  readonly drawing: Readonly<Record<'off' | 'on' | 'marked' | 'at' | 'mark', string>> & {
    readonly stroke: number;
  };
}

/** The content of the site that can change without a build. */
export interface SiteContent {
  /** The public articles, newest first. */
  readonly posts: readonly Post<Article>[];
  /** The day on which the texts of a page last changed, by page id. */
  readonly changedOn: Readonly<Record<string, string>>;
}

/** Renders the pages of the site with one state of its content. */
export interface Prerender {
  /** Every location that is served with status 200, in the order of the table of pages. */
  readonly locations: readonly PageLocation[];
  /** The page for any other path, with status 404. */
  readonly notFound: PageLocation;
  /** Renders one page in a language. `path` may carry a query (the shop's filters). */
  readonly render: (
    path: string,
    language: Language,
    config: RuntimeConfig,
    form?: RejectedForm,
    guide?: GuidePage,
  ) => Promise<RenderedPage>;
  /** The page with the text of the guide, which is there while the e-book has one, changed on a day. */
  readonly guide: (changedOn: string) => PageLocation;
  readonly describe: (
    location: PageLocation,
    language: Language,
    config: RuntimeConfig,
  ) => Promise<PageDescription>;
  /** The social image of a location as it is usually, or as it is during days off. */
  readonly socialCard: (
    location: PageLocation,
    language: Language,
    isAway?: boolean,
  ) => Promise<SocialCard>;
  /** Path at which the social image of a location is served. */
  readonly socialImagePath: (location: PageLocation, language: Language) => string;
}

/** What `prerender.js` of the built site exports. */
export type CreatePrerender = (content: SiteContent) => Prerender;

const PrerenderModule = z.object({
  createPrerender: z.custom<CreatePrerender>((value) => typeof value === 'function'),
});

/** Returns the prerenderer of a loaded module. Throws when the module has none. */
export function readPrerender(module: unknown): CreatePrerender {
  return PrerenderModule.parse(module).createPrerender;
}

/** URLs of the built files, and content that is written into pages: `site.json` of the built site. */
export const SiteManifest = z.object({
  app: z.string(),
  /** The script that keeps and ends a session, shared by documents and the app. */
  session: z.string(),
  /** The whole stylesheet, which the app loads. */
  styles: z.string(),
  document: z.string(),
  /** Runs in the head of every page. */
  startScript: z.string(),
  /** Text of the script element that the document script adds; the CSP allows it by hash. */
  speculationRules: z.string(),
  /** The version of banner and cookie policy. */
  policyVersion: z.string(),
  /** Key of the portrait in the site configuration file, if it names one. */
  portrait: z.string().optional(),
  /** CSS that is written into each page, by page id. */
  stylesByPage: z.record(z.string(), z.string()),
  /** The day on which the texts of a page last changed, by page id. Source: docs/law-and-search.md#F24. */
  changedOn: z.record(z.string(), z.iso.date()),
});

export type SiteManifest = Readonly<z.infer<typeof SiteManifest>>;
