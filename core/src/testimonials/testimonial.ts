import { type Language, languages } from '../language/index.ts';

/** The filters for testimonials. Source: docs/rules.md#2. */
export const testimonialFilters = ['all', 'weight-loss', 'muscle-building', 'performance'] as const;

/** A category of testimonials, or `all`. */
export type TestimonialFilter = (typeof testimonialFilters)[number];

/** A category of testimonials. */
export type TestimonialCategory = Exclude<TestimonialFilter, 'all'>;

/** What a client says, in one language: who, what came of it, and the quote. */
interface TestimonialWords {
  /** As the client wants to be named. */
  readonly name: string;
  /** In a few words. */
  readonly result: string;
  readonly text: string;
}

/**
 * One testimonial from the owner's facts. The words of the samples are with the translations. Source: docs/rules.md#3.
 */
export interface Testimonial {
  /** Names its words in the translations. */
  readonly id: string;
  /** Under which filter it is found. */
  readonly category: TestimonialCategory;
  /** A sample is shown as such: it is not from a real client. */
  readonly sample: boolean;
  /** Reference of the client's written consent, kept outside the site. Source: docs/law-and-search.md#A3. */
  readonly consentRef: string;
  /** How it was verified that a client said this, as shown beside the text. Source: docs/law-and-search.md#C1. */
  readonly verifiedHow: Readonly<Record<Language, string>>;
  /** Its words; absent for the samples that come with the site. */
  readonly words?: Readonly<Record<Language, TestimonialWords>> | undefined;
}

/**
 * Whether a testimonial may be shown: as a sample, or with consent and verification.
 * Source: docs/law-and-search.md#A3, docs/law-and-search.md#C1.
 */
export function isPresentable({ sample, consentRef, verifiedHow }: Testimonial): boolean {
  return (
    sample ||
    (consentRef.trim() !== '' && languages.every((language) => verifiedHow[language].trim() !== ''))
  );
}

/** The filter given in a URL or a control; an unknown one means all. */
export function testimonialFilterOf(value: unknown): TestimonialFilter {
  return testimonialFilters.find((filter) => filter === value) ?? 'all';
}

/** The items of one category, in their order. */
export function filterTestimonials<Item extends { readonly category: TestimonialCategory }>(
  items: readonly Item[],
  filter: TestimonialFilter,
): readonly Item[] {
  return filter === 'all' ? items : items.filter((item) => item.category === filter);
}
