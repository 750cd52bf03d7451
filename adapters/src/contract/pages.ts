import type { EpochMs } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import type { VisitorSite } from './visitor-site.ts';

/**
 * The ground a page's first section, and with it the header, stands on. Source: docs/design.md#2.2, docs/design.md#4.
 */
export type HeaderGround = 'page' | 'sunk' | 'tartan' | 'butter' | 'sky' | 'pine';

/**
 * The frame around a page: header and footer, slim footer, or the shell of the admin area. Source: docs/design.md#3.
 */
type Layout = 'site' | 'slim' | 'admin';

/** Access to a page: anyone, a signed-in user, or an admin. Source: docs/rules.md#2, docs/rules.md#6. */
export type PageGuard = 'none' | 'user' | 'admin';

/** One row of the table of pages. */
export interface Page {
  /** Path as TanStack Router writes it; `$name` is a parameter. */
  readonly path: string;
  /** Name of the page's module (`pages/<id>.tsx`), of its texts (`content/<lang>/<id>.json`) and of its styles. */
  readonly id: string;
  /** Namespaces of texts the page shows beside those of the frame; the first holds `meta.title` and `meta.description`. */
  readonly texts: readonly string[];
  readonly ground: HeaderGround;
  readonly layout: Layout;
  /** False: `noindex`, and absent from the sitemap. Source: docs/law-and-search.md#F22. */
  readonly indexable: boolean;
  /**
   * An application starts React at load; a document only at the visitor's first intent. Source: docs/performance.md#2.
   */
  readonly kind: 'document' | 'application';
  /** An application whose one action is a form that works without scripts. */
  readonly hasPlainForm: boolean;
  readonly guard: PageGuard;
  /** Names of the parameters in its query that change what the server renders. */
  readonly query: readonly string[];
  /** It shows a time counted from that of the request, so a copy of it serves for a minute only. */
  readonly isTimed: boolean;
  /** Day of the wording, `YYYY-MM-DD`, which legal pages show; other pages take it from their texts. */
  readonly changedOn?: string;
}

/** Title and description of a location in one language. */
interface LocationMeta {
  readonly title: string;
  readonly description: string;
}

/** One URL of the site: a page, and the value of its parameter. */
export interface PageLocation {
  readonly page: Page;
  readonly path: string;
  /** Value of the page's one parameter: program id, coaching slug, article slug or number of a page of the list. */
  readonly value?: string;
  /**
   * The languages in which it exists, if not in both; it has alternates in these only.
   * Source: docs/law-and-search.md#F5.
   */
  readonly languages?: readonly Language[];
  /** The day its content last changed, `YYYY-MM-DD`. Source: docs/law-and-search.md#F24. */
  readonly changedOn?: string;
  /** What an article's file says; other pages take it from their texts. */
  readonly meta?: Readonly<Partial<Record<Language, LocationMeta>>>;
  readonly minutes?: number;
  /** The place of a page of a list of several pages. */
  readonly list?: { readonly number: number; readonly pages: number };
}

/** The active e-book as pages show it. */
export interface EbookSummary {
  readonly sizeBytes: number;
  /** Null when the number of pages could not be read from the file. */
  readonly pages: number | null;
  /** Whether its text is a page too; said on the page of the guide only. */
  readonly isPage?: true;
}

/** The sign-in methods that are enabled. */
export interface SignInOptions {
  /** By password, or by a mailed link or code. */
  readonly email: boolean;
  /** Whether visitors can create an account, which needs e-mail. */
  readonly signUp: boolean;
  /** Names of OpenID Connect providers. */
  readonly providers: readonly string[];
  /** Whether any SAML domain is known. */
  readonly sso: boolean;
  /** Lifetime of a mailed link and of a mailed code, in minutes. */
  readonly linkMinutes: number;
  readonly codeMinutes: number;
  /** Minimum interval between two mails of one kind, and between two text messages, in seconds. */
  readonly mailIntervalSeconds: number;
  readonly smsIntervalSeconds: number;
}

/**
 * Values that only the running server knows. The app starts with those its page was rendered with; all but `site` are
 * embedded in the page.
 */
export interface RuntimeConfig {
  /** Origin of the site, without a trailing slash. */
  readonly origin: string;
  /** The site configuration with the owner's facts as they are now, as visitors get them. */
  readonly site: VisitorSite;
  readonly bookingUrl: string;
  /** Google Analytics 4 id; without it, analytics consent loads nothing. */
  readonly analyticsId?: string | undefined;
  /** The e-book on offer, if there is one. */
  readonly ebook?: EbookSummary | undefined;
  /** Time of the request, on pages that show a time counted from it. */
  readonly now?: EpochMs;
  /** Of the not-found page: there was a page, which is gone for good. */
  readonly isGone?: true;
  /** Of the sign-in page: it leads on to the page that asked for it. */
  readonly leadsOn?: true;
  /** Of the set-up page: there is an admin already. */
  readonly isSetUp?: true;
  readonly signIn: SignInOptions;
  /** The captcha of sign-up and sign-in, if any. */
  readonly captcha?: {
    readonly provider: 'turnstile' | 'hcaptcha';
    readonly siteKey: string;
  };
}

/** A plain form that the server rejected: the typed values and the errors of each field. */
export interface RejectedForm {
  readonly values: Readonly<Record<string, string>>;
  /** Field name → kinds of error (text keys `problems:problem.<kind>`). */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Kind of an error of the whole form, such as a rate limit. */
  readonly error?: string;
}

/** Data that the server embeds in a page for the app, as JSON in the element `page-data`. */
export interface PageData {
  readonly config: Omit<RuntimeConfig, 'site'>;
  /**
   * Digest of the facts that differ from the site configuration file, which the app fetches from `factsPath`; absent when
   * none does.
   */
  readonly facts?: string;
  readonly form?: RejectedForm | undefined;
}
