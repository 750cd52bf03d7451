import type { Testimonial } from '../testimonials/index.ts';
import type { Claim, CompanyFacts, OwnerFacts } from './facts.ts';
import { type VisitorTexts, visitorTexts } from './page-texts.ts';
import { isWaitingListBasis } from './popular-claim.ts';

/** A statement as visitors get it: of its basis only what the badge of the popular program says. */
export interface VisitorClaim extends Omit<Claim, 'basis'> {
  /** The claim is `popular`, and follows the waiting list. Source: docs/law-and-search.md#C4. */
  readonly followsWaitingList?: true;
}

/** A testimonial as visitors get it: how it was verified only where pages show it, so not for a sample. */
export interface VisitorTestimonial extends Omit<Testimonial, 'consentRef' | 'verifiedHow'> {
  /** As in the owner's facts; absent for a sample. */
  readonly verifiedHow?: Testimonial['verifiedHow'];
}

/** The owner's facts as visitors get them. */
export interface VisitorFacts
  extends Omit<OwnerFacts, 'testimonials' | 'claims' | 'company' | 'texts'> {
  /** In the order of display. */
  readonly testimonials: readonly VisitorTestimonial[];
  /** Statements with a figure, without their basis. */
  readonly claims: readonly VisitorClaim[];
  readonly company: Omit<CompanyFacts, 'statementsConfirmed'>;
  /** What pages say instead of their files; absent where that is nothing. */
  readonly texts?: VisitorTexts | undefined;
}

/** For each field of facts whether visitors get it; a field that is not decided on does not compile. */
export type Shown<Facts> = Readonly<Record<keyof Facts, boolean>>;

const shownClaim: Shown<Claim> = { id: true, value: true, basis: false, asOf: true };

const shownTestimonial: Shown<Testimonial> = {
  id: true,
  category: true,
  sample: true,
  consentRef: false,
  verifiedHow: true,
  words: true,
};

const shownCompany: Shown<CompanyFacts> = {
  legalName: true,
  enterpriseNumber: true,
  vatNumber: true,
  vatExempt: true,
  statementsConfirmed: false,
  bankAccount: true,
  street: true,
  postalCode: true,
  city: true,
  country: true,
};

/** The fields of facts that visitors get. */
export function onlyShown<Facts extends object>(facts: Facts, shown: Shown<Facts>): Facts {
  const fields = Object.entries(facts).filter(([name]) => shown[name as keyof Facts] === true);
  return Object.fromEntries(fields) as Facts;
}

function visitorClaim(claim: Claim): VisitorClaim {
  const followsWaitingList = claim.id === 'popular' && isWaitingListBasis(claim.basis);
  return { ...onlyShown(claim, shownClaim), ...(followsWaitingList && { followsWaitingList }) };
}

const visitorTestimonial = (testimonial: Testimonial): VisitorTestimonial =>
  onlyShown(testimonial, {
    ...shownTestimonial,
    verifiedHow: shownTestimonial.verifiedHow && !testimonial.sample,
  });

/**
 * The part of the owner's facts that visitors get. Left out: the basis of each claim, where the consent of a client is
 * kept, how a sample was verified, and what the owner confirmed. The app is built with this part, and the server sends
 * nothing else. Source: docs/security.md#RB-7.
 */
export const visitorFacts = <Facts extends OwnerFacts>(
  facts: Facts,
): Omit<Facts, keyof OwnerFacts> & VisitorFacts => ({
  ...facts,
  testimonials: facts.testimonials.map(visitorTestimonial),
  claims: facts.claims.map(visitorClaim),
  company: onlyShown(facts.company, shownCompany),
  texts: facts.texts && visitorTexts(facts.texts),
});
