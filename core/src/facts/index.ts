import type { ArticleConflictError, ArticleVersionNotFoundError } from '../blog/index.ts';
import type { PictureError } from '../content/index.ts';
import type { CoreError } from '../errors/index.ts';
import type {
  GuideConflictError,
  GuideVersionNotFoundError,
  GuideWithoutTextError,
} from '../guide/index.ts';
import type { RedirectsConflictError, RedirectsError } from '../redirects/index.ts';
import type {
  FactsConflictError,
  FactsInvalidError,
  FactsVersionNotFoundError,
} from './save-facts.ts';

export { type CountedClaim, optionalClaims } from './check-claims.ts';
export { factProblems, priceProblems } from './check-facts.ts';
export {
  type Claim,
  type CoachLanguage,
  coachLanguages,
  type FactName,
  type FocalPoint,
  factNames,
  type Localised,
  type OfferId,
  type OwnerFacts,
  type PageTexts,
  type Price,
  type PricePeriod,
  pricePeriods,
  type RemovableFact,
} from './facts.ts';
export type { FactProblem, FactReason } from './fields.ts';
export {
  isExampleAddress,
  type MissingFact,
  type MissingReason,
  missingFacts,
} from './missing-facts.ts';
export { changedFacts, type FactsOverlay, factsOnly, isSameFact, layOver } from './overlay.ts';
export { type QuestionGroup, type VisitorTexts, writeQuestions } from './page-texts.ts';
export { fewestForPopular, mostAwaited, withPopular } from './popular-claim.ts';
export { type FactsStore, type FactsVersion, factsIn } from './ports.ts';
export {
  changePortrait,
  type FactsConflictError,
  type FactsInvalidError,
  type FactsVersionNotFoundError,
  restoreFacts,
  saveFacts,
} from './save-facts.ts';
export {
  onlyShown,
  type Shown,
  type VisitorClaim,
  type VisitorFacts,
  type VisitorTestimonial,
  visitorFacts,
} from './visitor-facts.ts';

/** Every error of this site: those of the published modules, and of those that it has for itself. */
export type SiteError =
  | CoreError
  | FactsInvalidError
  | FactsConflictError
  | FactsVersionNotFoundError
  | ArticleConflictError
  | ArticleVersionNotFoundError
  | GuideConflictError
  | GuideVersionNotFoundError
  | GuideWithoutTextError
  | RedirectsError
  | RedirectsConflictError
  | PictureError;

/** The kind of any error of this site. */
export type SiteErrorKind = SiteError['kind'];
