export { analyticsCookieNames } from './analytics-cookies.ts';
export {
  acceptAll,
  type ConsentChoice,
  type ConsentEffects,
  type ConsentPolicy,
  consentEffects,
  consentLifetimeMs,
  necessaryOnly,
  readConsent,
  type StoredConsent,
  saveConsent,
} from './consent.ts';
export {
  type ConsentLog,
  type ConsentRecord,
  choicesPerNumber,
  maxChoices,
  type StoredConsentRecord,
} from './ports.ts';
export {
  type ConsentNotFoundError,
  readRecordedChoices,
  recordChoice,
} from './recorded-choices.ts';
