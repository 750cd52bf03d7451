import type { CoachingSlug, ProgramId } from '../catalogue/index.ts';
import type { Language } from '../language/index.ts';
import type { Testimonial } from '../testimonials/index.ts';

/** Text in both languages of the site. */
export type Localised = Readonly<Record<Language, string>>;

/** What a price can belong to: a coaching product, or a program of the shop. */
export type OfferId = CoachingSlug | ProgramId;

/** What a price covers: the whole offer, one month or one hour. */
export const pricePeriods = ['once', 'month', 'hour'] as const;

/** The period that a price covers. */
export type PricePeriod = (typeof pricePeriods)[number];

/** The price of one offer, VAT included. Source: docs/law-and-search.md#B1. */
export interface Price {
  /** In euro cents. */
  readonly amountCents: number;
  /** The amount is the lowest one: the price depends on what the client needs. */
  readonly from: boolean;
  /** What the amount buys. */
  readonly per: PricePeriod;
  /** What the client receives, one line each; the same number of lines in both languages. */
  readonly includes: Readonly<Record<Language, readonly string[]>>;
  /** The minimum term of the contract; only for a price per month. */
  readonly minimumTermMonths?: number | undefined;
}

/** Languages in which a coach may work, as ISO 639 codes. */
export const coachLanguages = ['nl', 'en', 'fr', 'de', 'es', 'it', 'ar', 'tr'] as const;

/** A language that a coach speaks. */
export type CoachLanguage = (typeof coachLanguages)[number];

/** A diploma or certificate of the coach. */
interface Training {
  readonly title: string;
  readonly school: string;
  readonly year: number;
}

/** A point of a picture, in percent of its width and height from the top left. */
export interface FocalPoint {
  /** 0 is the left edge, 100 the right one. */
  readonly x: number;
  /** 0 is the upper edge, 100 the lower one. */
  readonly y: number;
}

/** A picture of the coach; without a file there is none. */
export interface PortraitFacts {
  /**
   * In the site configuration the name of a file in `ui/content/media`; in what pages read, the key of the stored
   * portrait. Empty without a picture.
   */
  readonly file: string;
  /** What the picture shows, for those who do not see it. */
  readonly alt: Localised;
  /** What stays visible when the picture is cropped; its centre by default. */
  readonly focalPoint?: FocalPoint | undefined;
}

/** The person of this site. What the owner has not given is absent or empty. */
export interface CoachFacts {
  /** As shown on the pages; empty while unknown. */
  readonly name: string;
  readonly portrait: PortraitFacts;
  /** Diplomas and certificates in the order of display. */
  readonly training: readonly Training[];
  /** The year in which the coach began to coach. */
  readonly since?: number | undefined;
  /** The languages one can be coached in. */
  readonly languages: readonly CoachLanguage[];
  /** Where the coach works from, such as a town or a province. */
  readonly region?: Localised | undefined;
  /** Why the coach does this, in a few sentences. */
  readonly reason?: Localised | undefined;
}

/** The business behind the site, as the law asks for it. Source: docs/law-and-search.md#A1. */
export interface CompanyFacts {
  /** The name in the Crossroads Bank for Enterprises; empty while unknown. */
  readonly legalName: string;
  /** The number in the Crossroads Bank for Enterprises; empty while unknown. */
  readonly enterpriseNumber: string;
  /** Empty while unknown or exempt. */
  readonly vatNumber: string;
  /** True: small enterprise, exempt from VAT; the law requires a sentence that says so. */
  readonly vatExempt: boolean;
  /**
   * The owner confirms three statements of the texts that nobody else can check: testimonials are unpaid, each client
   * gets a written agreement, and copies of messages in a mailbox are deleted in time. Source:
   * docs/law-and-search.md#C2.
   */
  readonly statementsConfirmed?: boolean | undefined;
  /** IBAN; required on a site that mentions contracts, as the terms do. Source: docs/law-and-search.md#A1. */
  readonly bankAccount: string;
  readonly street: string;
  /** Four digits. */
  readonly postalCode: string;
  readonly city: string;
  /** ISO 3166: the legal texts hold for Belgium only. */
  readonly country: 'BE';
}

/** Texts of pages in the words of the owner; one that is absent is as in the files of texts. */
export interface PageTexts {
  /** Below the title of the home page. */
  readonly homeLead?: Localised | undefined;
  /** Below the title of the page about the coach. */
  readonly aboutLead?: Localised | undefined;
  /** The story of that page: paragraphs with an empty line between them. */
  readonly aboutStory?: Localised | undefined;
  /** The questions and answers of the FAQ, as `readQuestions` reads them. */
  readonly faq?: Localised | undefined;
}

/** A statement that needs a basis: who measured it, and when. Source: docs/law-and-search.md#A2. */
export interface Claim {
  /** The key of its sentence in the texts. */
  readonly id: string;
  /** The figure or word that stands in the sentence. */
  readonly value: string;
  /** Who measured it and how; empty while nobody has. */
  readonly basis: string;
  /** The day on which it was last checked, `YYYY-MM-DD`. */
  readonly asOf: string;
}

/**
 * The owner's facts: the part of the site configuration that an admin can change while the site runs. Source:
 * docs/contract.md#3.
 */
export interface OwnerFacts {
  readonly coach: CoachFacts;
  /** The address of the coach, as shown to visitors. */
  readonly email: string;
  /** The number of the coach, as shown to visitors; empty without one. */
  readonly phone: string;
  /** Name with the at sign, and URL of the profile. */
  readonly instagram: { readonly handle: string; readonly url: string };
  readonly googleReviewsUrl: string;
  /** The scheduling page that every booking button opens. */
  readonly bookingUrl: string;
  /** One sentence that says what a new client may count on from the first day. */
  readonly openingPromise?: Localised | undefined;
  /** By offer; an offer without one shows no price. */
  readonly prices: Readonly<Partial<Record<OfferId, Price>>>;
  /** In the order of display. */
  readonly testimonials: readonly Testimonial[];
  readonly claims: readonly Claim[];
  readonly company: CompanyFacts;
  readonly texts?: PageTexts | undefined;
}

/** The name of a fact. */
export type FactName = keyof OwnerFacts;

/** The name of a fact that may be absent, and that a change can therefore remove. */
export type RemovableFact = {
  [Name in FactName]-?: undefined extends OwnerFacts[Name] ? Name : never;
}[FactName];

/** A record, so that a fact without its line does not compile: nothing would store it. */
const inOrder = {
  coach: true,
  email: true,
  phone: true,
  instagram: true,
  googleReviewsUrl: true,
  bookingUrl: true,
  openingPromise: true,
  prices: true,
  testimonials: true,
  claims: true,
  company: true,
  texts: true,
} satisfies Readonly<Record<FactName, true>>;

/** The facts by name, in the order in which the admin area shows them. */
export const factNames = /* @__PURE__ */ Object.keys(inOrder) as readonly FactName[];
