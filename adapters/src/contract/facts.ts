import { coachingSlugs, programs } from '@coachsite/core/catalogue';
import {
  coachLanguages,
  type OwnerFacts,
  type PageTexts,
  pricePeriods,
} from '@coachsite/core/facts';
import { testimonialFilters } from '@coachsite/core/testimonials';
import { z } from 'zod';

/*
 * The shape of the owner's facts, for the configuration file, the calls and the pages. What a fact must be like is
 * decided by `factProblems` of the core.
 */

/** A shape for each field, also for those that may be absent: a field without one would be dropped silently. */
type Fields<T> = { readonly [Name in keyof T]-?: z.ZodType<T[Name]> };

/** Far above every limit of the core, so that a text that is too long is named with its field. */
const text = z.string().max(10_000);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(200);

const Localised = z.object({ nl: text, en: text });

const Price = z.object({
  amountCents: z.number(),
  from: z.boolean(),
  per: z.enum(pricePeriods),
  includes: z.object({ nl: list(text), en: list(text) }),
  minimumTermMonths: z.number().optional(),
});

const OfferId = z.enum([...coachingSlugs, ...programs.map(({ id }) => id)]);

const Coach = z.object({
  name: text,
  portrait: z.object({
    file: text,
    alt: Localised,
    focalPoint: z.object({ x: z.number(), y: z.number() }).optional(),
  }),
  training: list(z.object({ title: text, school: text, year: z.number() })),
  since: z.number().optional(),
  languages: list(z.enum(coachLanguages)),
  region: Localised.optional(),
  reason: Localised.optional(),
} satisfies Fields<OwnerFacts['coach']>);

const TestimonialWords = z.object({ name: text, result: text, text });

/**
 * The evidence for one testimonial, and its words. Source: docs/law-and-search.md#A3, docs/law-and-search.md#C1.
 */
const Testimonial = z.object({
  id: text,
  category: z.enum(testimonialFilters).exclude(['all']),
  sample: z.boolean(),
  consentRef: text,
  /** Shown beside the testimonial; empty for a sample. */
  verifiedHow: Localised,
  words: z.object({ nl: TestimonialWords, en: TestimonialWords }).optional(),
});

const Claim = z.object({ id: text, value: text, basis: text, asOf: text });

const Company = z.object({
  legalName: text,
  enterpriseNumber: text,
  vatNumber: text,
  vatExempt: z.boolean(),
  statementsConfirmed: z.boolean().optional(),
  bankAccount: text,
  street: text,
  postalCode: text,
  city: text,
  country: z.literal('BE'),
} satisfies Fields<OwnerFacts['company']>);

/** Texts of whole pages, which are longer than any other. */
const LongText = z.string().max(40_000);
const LocalisedPage = z.object({ nl: LongText, en: LongText }).optional();

const Texts = z.object({
  homeLead: LocalisedPage,
  aboutLead: LocalisedPage,
  aboutStory: LocalisedPage,
  faq: LocalisedPage,
} satisfies Fields<PageTexts>);

/** The owner's facts. */
export const OwnerFactsShape = z.object({
  coach: Coach,
  email: text,
  phone: text,
  instagram: z.object({ handle: text, url: text }),
  googleReviewsUrl: text,
  bookingUrl: text,
  openingPromise: Localised.optional(),
  prices: z.partialRecord(OfferId, Price),
  testimonials: list(Testimonial),
  claims: list(Claim),
  company: Company,
  texts: Texts.optional(),
} satisfies Fields<OwnerFacts>);
