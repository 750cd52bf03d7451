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
  /** The year in which it was awarded. */
  readonly year: number;
}

/** A point of a picture, in percent of its width and height from the top left. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** A picture of the coach; without a file there is none. */
export interface PortraitFacts {
  /**
   * In the site configuration the name of a file in `ui/content/media`; in what pages read, the key of the stored
   * portrait. Empty without a picture.
   */
  readonly file: string;
  readonly alt: Localised;
  /** What stays visible when the picture is cropped; its centre by default. */
  readonly focalPoint?: FocalPoint | undefined;
}

/** The person of this site. What the owner has not given is absent or empty. */
export interface CoachFacts {
  readonly name: string;
  readonly portrait: PortraitFacts;
  readonly training: readonly Training[];
  /** The year in which the coach began to coach. */
  readonly since?: number | undefined;
  readonly languages: readonly CoachLanguage[];
  /** Where the coach works from, such as a town or a province. */
  readonly region?: Localised | undefined;
  /** Why the coach does this, in a few sentences. */
  readonly reason?: Localised | undefined;
}

/** The business behind the site, as the law asks for it. Source: docs/law-and-search.md#A1. */
export interface CompanyFacts {
  readonly legalName: string;
  readonly enterpriseNumber: string;
  readonly vatNumber: string;
  /** True: small enterprise, exempt from VAT; the law requires a sentence that says so. */
  readonly vatExempt: boolean;
  /**
   * The owner confirms what the texts say of the business and nobody else can know: testimonials are unpaid, each client
   * gets a written agreement, copies of messages in a mailbox are deleted in time. Source: docs/law-and-search.md#C2.
   */
  readonly statementsConfirmed?: boolean | undefined;
  /** IBAN; required on a site that mentions contracts, as the terms do. Source: docs/law-and-search.md#A1. */
  readonly bankAccount: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: 'BE';
}

/** A statement that needs a basis: who measured it, and when. Source: docs/law-and-search.md#A2. */
export interface Claim {
  readonly id: string;
  readonly value: string;
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
  readonly email: string;
  readonly phone: string;
  readonly instagram: { readonly handle: string; readonly url: string };
  readonly googleReviewsUrl: string;
  readonly bookingUrl: string;
  /** One sentence that says what a new client may count on from the first day. */
  readonly openingPromise?: Localised | undefined;
  readonly prices: Readonly<Partial<Record<OfferId, Price>>>;
  readonly testimonials: readonly Testimonial[];
  readonly claims: readonly Claim[];
  readonly company: CompanyFacts;
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
} satisfies Readonly<Record<FactName, true>>;

/** The facts by name, in the order in which the admin area shows them. */
export const factNames = Object.keys(inOrder) as readonly FactName[];
