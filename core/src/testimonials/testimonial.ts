import { type Language, languages } from '../language/index.ts';

/** What testimonials can be filtered by. Source: docs/rules.md#2. */
export const testimonialFilters = ['all', 'weight-loss', 'muscle-building', 'performance'] as const;

export type TestimonialFilter = (typeof testimonialFilters)[number];
export type TestimonialCategory = Exclude<TestimonialFilter, 'all'>;

/**
 * The facts of one testimonial, as the site configuration gives them; its words live with the translations.
 * Source: docs/rules.md#3.
 */
export interface Testimonial {
  readonly id: string;
  readonly category: TestimonialCategory;
  /** A sample is shown as such: no real client said it. */
  readonly sample: boolean;
  /** Reference of the client's written consent, kept outside the site. Source: docs/law-and-search.md#A3. */
  readonly consentRef: string;
  /** How it was checked that a client said this, as it stands beside the words. Source: docs/law-and-search.md#C1. */
  readonly verifiedHow: Readonly<Record<Language, string>>;
}

/**
 * Whether a testimonial may be shown: as a sample, or as real words with consent and a check.
 * Source: docs/law-and-search.md#A3, docs/law-and-search.md#C1.
 */
export function isPresentable({ sample, consentRef, verifiedHow }: Testimonial): boolean {
  return (
    sample ||
    (consentRef.trim() !== '' && languages.every((language) => verifiedHow[language].trim() !== ''))
  );
}

/** The filter an address or a control asks for; anything unknown means all. */
export function testimonialFilterOf(value: unknown): TestimonialFilter {
  return testimonialFilters.find((filter) => filter === value) ?? 'all';
}

/** The items of one category, in their order. Source: docs/rules.md#2. */
export function filterTestimonials<Item extends { readonly category: TestimonialCategory }>(
  items: readonly Item[],
  filter: TestimonialFilter,
): readonly Item[] {
  return filter === 'all' ? items : items.filter((item) => item.category === filter);
}
