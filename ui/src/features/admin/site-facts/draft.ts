import { coachingSlugs, programs } from '@coachsite/core/catalogue';
import type {
  CoachLanguage,
  Localised,
  OfferId,
  OwnerFacts,
  Price,
  PricePeriod,
  RemovableFact,
} from '@coachsite/core/facts';
import type { Testimonial } from '@coachsite/core/testimonials';
import { trimTyped } from '@coachsite/core/text';

/** The programs, in the order of the shop. */
export const programIds = programs.map(({ id }) => id);

/** What a price can belong to, in the order of the pages. */
export const offers: readonly OfferId[] = [...coachingSlugs, ...programIds];

/** The texts of pages that an owner may replace, in the order of the form. */
export const pageTexts = ['homeLead', 'aboutLead', 'aboutStory', 'faq'] as const;

export type PageText = (typeof pageTexts)[number];

/** A price as it is typed: the amount in euros, one line for each thing that is included. */
interface PriceDraft {
  readonly amountCents: string;
  readonly from: boolean;
  readonly per: PricePeriod;
  readonly includes: Localised;
  readonly minimumTermMonths: string;
}

/** The facts as they are typed: numbers are text until they are sent, and nothing is absent. */
export interface FactsDraft
  extends Omit<OwnerFacts, 'coach' | 'prices' | 'openingPromise' | 'texts'> {
  readonly coach: Omit<OwnerFacts['coach'], 'training' | 'since' | 'region' | 'reason'> & {
    readonly training: readonly {
      readonly title: string;
      readonly school: string;
      readonly year: string;
    }[];
    readonly since: string;
    readonly region: Localised;
    readonly reason: Localised;
    readonly languages: readonly CoachLanguage[];
  };
  readonly openingPromise: Localised;
  readonly texts: Readonly<Record<PageText, Localised>>;
  readonly prices: Readonly<Record<OfferId, PriceDraft>>;
}

/** What a request says of the facts that the owner left empty: without it, they would come from the file. */
export const removed = { openingPromise: null, texts: null } satisfies Readonly<
  Record<RemovableFact, null>
>;

const blank: Localised = { nl: '', en: '' };

const toAmount = (cents: number, language: string) => {
  const amount = (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
  return language === 'nl' ? amount.replace('.', ',') : amount;
};

function priceDraft(price: Price | undefined, language: string): PriceDraft {
  return {
    amountCents: price ? toAmount(price.amountCents, language) : '',
    from: price?.from ?? false,
    per: price?.per ?? 'once',
    includes: {
      nl: price?.includes.nl.join('\n') ?? '',
      en: price?.includes.en.join('\n') ?? '',
    },
    minimumTermMonths: price?.minimumTermMonths?.toString() ?? '',
  };
}

/** The facts as they are typed in a language. */
export function toDraft(facts: OwnerFacts, language: string): FactsDraft {
  const { coach, openingPromise, prices, texts, ...rest } = facts;
  return {
    ...rest,
    coach: {
      ...coach,
      training: coach.training.map((training) => ({ ...training, year: String(training.year) })),
      since: coach.since?.toString() ?? '',
      region: coach.region ?? blank,
      reason: coach.reason ?? blank,
    },
    openingPromise: openingPromise ?? blank,
    texts: Object.fromEntries(
      pageTexts.map((name) => [name, texts?.[name] ?? blank]),
    ) as FactsDraft['texts'],
    prices: Object.fromEntries(
      offers.map((offer) => [offer, priceDraft(prices[offer], language)]),
    ) as FactsDraft['prices'],
  };
}

/** A typed number; NaN, which no rule accepts, for anything else. */
const toNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** A typed amount in euros as cents, with a comma or a point. */
function toCents(text: string): number {
  const amount = text.trim().replace(/^€\s*/, '').replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : Number.NaN;
}

const trimmed = ({ nl, en }: Localised): Localised => ({ nl: nl.trim(), en: en.trim() });

/** A text in both languages; undefined when both are empty. */
const given = (text: Localised): Localised | undefined =>
  text.nl.trim() === '' && text.en.trim() === '' ? undefined : trimmed(text);

const toLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function toPrice({ amountCents, from, per, includes, minimumTermMonths }: PriceDraft): Price {
  return {
    amountCents: toCents(amountCents),
    from,
    per,
    includes: { nl: toLines(includes.nl), en: toLines(includes.en) },
    ...(minimumTermMonths.trim() && per === 'month'
      ? { minimumTermMonths: toNumber(minimumTermMonths) }
      : {}),
  };
}

/** The facts that a draft means; what is left empty is absent. */
export function toFacts(draft: FactsDraft): OwnerFacts {
  const { coach, openingPromise, prices, phone, email, texts: pages, ...rest } = draft;
  const { training, since, region: _region, reason: _reason, ...person } = coach;
  const region = given(coach.region);
  const reason = given(coach.reason);
  const promise = given(openingPromise);
  const texts = Object.fromEntries(
    pageTexts.flatMap((name) => {
      const text = given(pages[name]);
      return text ? [[name, text]] : [];
    }),
  );
  return {
    ...rest,
    email: trimTyped(email),
    phone: trimTyped(phone),
    coach: {
      ...person,
      name: person.name.trim(),
      training: training.map(({ title, school, year }) => ({
        title: title.trim(),
        school: school.trim(),
        year: toNumber(year),
      })),
      ...(since.trim() ? { since: toNumber(since) } : {}),
      ...(region && { region }),
      ...(reason && { reason }),
    },
    ...(promise && { openingPromise: promise }),
    ...(Object.keys(texts).length > 0 && { texts }),
    prices: Object.fromEntries(
      offers
        .filter((offer) => prices[offer].amountCents.trim() !== '')
        .map((offer) => [offer, toPrice(prices[offer])]),
    ),
  };
}

/** A testimonial to be filled in. */
export const newTestimonial = (id: string): Testimonial => ({
  id,
  category: 'weight-loss',
  sample: false,
  consentRef: '',
  verifiedHow: blank,
  words: { nl: { name: '', result: '', text: '' }, en: { name: '', result: '', text: '' } },
});
