export {
  type CountedClaim,
  countedClaims,
  type FactProblem,
  type FactReason,
  factLimits,
  factProblems,
  factReasons,
  optionalClaims,
  priceProblems,
} from './check-facts.ts';
export {
  type Claim,
  type CoachFacts,
  type CoachLanguage,
  coachLanguages,
  type FactName,
  type FocalPoint,
  factNames,
  type Localised,
  type OfferId,
  type OwnerFacts,
  type Price,
  type PricePeriod,
  pricePeriods,
} from './facts.ts';
export { type PictureFormat, pictureFormat } from './image.ts';
export {
  isExampleAddress,
  type MissingFact,
  type MissingReason,
  missingFacts,
  missingReasons,
} from './missing-facts.ts';
export {
  changedFacts,
  type FactsOverlay,
  factsOnly,
  isSameFact,
  layOver,
  overlayOf,
} from './overlay.ts';
export {
  type FactsStore,
  type FactsVersion,
  type ImageFormat,
  keptFactsVersions,
  type PortraitError,
  type PortraitFile,
  type PortraitMaker,
  type StoredPortrait,
} from './ports.ts';
export {
  changePortrait,
  type FactsChange,
  type FactsConflictError,
  type FactsEditor,
  type FactsInvalidError,
  type FactsPorts,
  type FactsVersionNotFoundError,
  restoreFacts,
  saveFacts,
} from './save-facts.ts';
