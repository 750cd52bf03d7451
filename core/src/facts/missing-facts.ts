import { coachingSlugs } from '../catalogue/index.ts';
import { hasBasis, isBankAccount, isClaimFresh, isEnterpriseNumber } from '../company/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import type { FactName, OwnerFacts } from './facts.ts';

/** Why a fact is needed: the law requires it, or visitors want to know it before they choose. */
type NeededFor = 'law' | 'visitor';

/** What is missing; its text is `site-facts:missing.<reason>`. */
export type MissingReason =
  | 'name'
  | 'legalName'
  | 'street'
  | 'postalCode'
  | 'city'
  | 'enterpriseNumber'
  | 'vatNumber'
  | 'bankAccount'
  | 'statements'
  | 'email'
  | 'placeholder'
  | 'sample'
  | 'claimBasis'
  | 'claimOld'
  | 'sampleTestimonial'
  | 'portrait'
  | 'servicePrice'
  | 'offerPrice'
  | 'training'
  | 'since'
  | 'region'
  | 'reason';

/** A fact that the owner still has to provide. */
export interface MissingFact {
  /** Its place in the facts, such as `claims.satisfaction`. */
  readonly field: string;
  /** Key of the text that says what is missing. */
  readonly reason: MissingReason;
  /** Who wants it: the law, or a visitor. */
  readonly asks: NeededFor;
  /** The site should not go live without it; the others would help. */
  readonly isNeeded: boolean;
  /** Variables of the text: the value of a claim and its day, or the offer without a price. */
  readonly value?: string;
  /** The day of the basis of a claim, `YYYY-MM-DD`; absent for other facts. */
  readonly asOf?: string;
}

/** Facts, and which of them are not real yet. */
export type JudgedFacts = OwnerFacts & {
  /** Fields that hold placeholders of the configuration file. */
  readonly placeholders: readonly string[];
  readonly samples: readonly FactName[];
};

/** An e-mail address in a domain that is reserved for examples. Source: RFC 2606. */
export const isExampleAddress = (address: string): boolean =>
  /[@.](?:example|test|invalid)(?:\.(?:com|net|org))?>?$/i.test(address);

/** A service with one price for everyone, which the law requires to be shown. Source: docs/law-and-search.md#B1. */
const standardService = 'online-consultation';

/** The identity of the business, and what only its owner can state. Source: docs/law-and-search.md#A1, docs/law-and-search.md#B1, docs/law-and-search.md#C2. */
function identity({ coach, company, email }: OwnerFacts): readonly MissingFact[] {
  const asked: readonly (readonly [string, MissingReason, NeededFor, boolean])[] = [
    ['coach.name', 'name', 'visitor', coach.name !== ''],
    ['company.legalName', 'legalName', 'law', company.legalName !== ''],
    ['company.street', 'street', 'law', company.street !== ''],
    ['company.postalCode', 'postalCode', 'law', /^\d{4}$/.test(company.postalCode)],
    ['company.city', 'city', 'law', company.city !== ''],
    [
      'company.enterpriseNumber',
      'enterpriseNumber',
      'law',
      isEnterpriseNumber(company.enterpriseNumber),
    ],
    [
      'company.vatNumber',
      'vatNumber',
      'law',
      company.vatExempt || isEnterpriseNumber(company.vatNumber),
    ],
    ['company.bankAccount', 'bankAccount', 'law', isBankAccount(company.bankAccount)],
    ['company.statementsConfirmed', 'statements', 'law', company.statementsConfirmed === true],
    ['email', 'email', 'law', !isExampleAddress(email)],
  ];
  return asked
    .filter(([, , , isGiven]) => !isGiven)
    .map(([field, reason, asks]) => ({ field, reason, asks, isNeeded: true }));
}

/** Every number needs a recent basis. Source: docs/law-and-search.md#A2, docs/law-and-search.md#C4. */
function claims({ claims: all }: OwnerFacts, now: EpochMs): readonly MissingFact[] {
  return all.flatMap(({ id, value, basis, asOf }): readonly MissingFact[] => {
    const claim = { field: `claims.${id}`, asks: 'law', isNeeded: true, value, asOf } as const;
    if (!hasBasis(basis)) return [{ ...claim, reason: 'claimBasis' }];
    return isClaimFresh(Date.parse(asOf), now) ? [] : [{ ...claim, reason: 'claimOld' }];
  });
}

/** What visitors want to know about the coach, and the prices. */
function offer({ coach, prices }: OwnerFacts): readonly MissingFact[] {
  const asked: readonly (readonly [string, MissingReason, boolean])[] = [
    ['coach.training', 'training', coach.training.length > 0],
    ['coach.since', 'since', coach.since !== undefined],
    ['coach.region', 'region', Boolean(coach.region)],
    ['coach.reason', 'reason', Boolean(coach.reason)],
  ];
  return [
    ...asked
      .filter(([, , isGiven]) => !isGiven)
      .map(([field, reason]) => ({ field, reason, asks: 'visitor', isNeeded: false }) as const),
    ...coachingSlugs
      .filter((slug) => !prices[slug])
      .map((slug) => {
        const isStandard = slug === standardService;
        return {
          field: `prices.${slug}`,
          reason: isStandard ? ('servicePrice' as const) : ('offerPrice' as const),
          asks: isStandard ? ('law' as const) : ('visitor' as const),
          isNeeded: isStandard,
          value: slug,
        };
      }),
  ];
}

/**
 * The facts that the owner still has to provide: those the site needs before it goes live, and those that would help.
 * `now` is in milliseconds. Source: docs/law-and-search.md#A1, docs/law-and-search.md#A2, docs/law-and-search.md#A3.
 */
export function missingFacts(facts: JudgedFacts, now: EpochMs): readonly MissingFact[] {
  const visitor = { asks: 'visitor', isNeeded: true } as const;
  return [
    ...identity(facts),
    ...facts.placeholders.map((field) => ({ ...visitor, field, reason: 'placeholder' as const })),
    ...facts.samples.map((field) => ({ ...visitor, field, reason: 'sample' as const })),
    ...claims(facts, now),
    ...facts.testimonials
      .filter(({ sample }) => sample)
      .map(({ id }) => ({
        ...visitor,
        field: `testimonials.${id}`,
        reason: 'sampleTestimonial' as const,
      })),
    ...(facts.coach.portrait.file === ''
      ? [{ ...visitor, field: 'coach.portrait.file', reason: 'portrait' as const }]
      : []),
    ...offer(facts),
  ];
}
