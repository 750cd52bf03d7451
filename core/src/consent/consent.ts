import { dayMs, type EpochMs, type Milliseconds } from '../kernel/index.ts';
import { isLanguage, type Language, type OffersLanguages } from '../language/index.ts';

/** A visitor's cookie choice, by purpose. Source: docs/rules.md#3. */
export interface ConsentChoice {
  /** Always on: the site does not work without. */
  readonly necessary: true;
  /** Convenience, such as remembered settings of an embedded service. */
  readonly functional: boolean;
  readonly analytics: boolean;
  readonly marketing: boolean;
}

/**
 * A choice as stored under `cookie-consent`, with the fields needed for proof and expiry. Source:
 * docs/law-and-search.md#D9, docs/law-and-search.md#D10.
 */
export interface StoredConsent extends ConsentChoice {
  /** Random, made in the browser; the visitor can refer to it. */
  readonly id: string;
  /** The version of banner and cookie policy that was shown. */
  readonly policyVersion: string;
  /** When the visitor chose, by the clock of the browser; the choice expires from here. */
  readonly savedAt: EpochMs;
  readonly language: Language;
}

/** Any choice expires after about six months. Source: docs/law-and-search.md#D9. */
export const consentLifetimeMs: Milliseconds = 183 * dayMs;

/** What a stored choice must agree with; it may have been made in any of `languages`. */
export interface ConsentPolicy extends OffersLanguages {
  readonly version: string;
  /**
   * How long a choice is valid, in milliseconds; `consentLifetimeMs` by default. With `NaN`, 0 or a negative number none is,
   * so that the visitor is asked each time; with `Infinity` a choice does not expire.
   */
  readonly lifetimeMs?: Milliseconds;
}

/** "Necessary only". Source: docs/rules.md#2. */
export const necessaryOnly: ConsentChoice = {
  necessary: true,
  functional: false,
  analytics: false,
  marketing: false,
};

/** "Accept all". */
export const acceptAll: ConsentChoice = {
  necessary: true,
  functional: true,
  analytics: true,
  marketing: true,
};

/** What proves a choice: when, under which policy, in which language, and under which number. */
export type ConsentProof = Omit<StoredConsent, keyof ConsentChoice>;

/** The choice to store: the four booleans and their proof. Other fields of the two arguments are dropped. */
export function saveConsent(
  { functional, analytics, marketing }: Omit<ConsentChoice, 'necessary'>,
  { id, policyVersion, savedAt, language }: ConsentProof,
): StoredConsent {
  return {
    necessary: true,
    functional,
    analytics,
    marketing,
    id,
    policyVersion,
    savedAt,
    language,
  };
}

/** Parses a stored value; anything but an object gives no fields. */
function fieldsOf(raw: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(raw ?? ''));
  } catch {
    return {};
  }
}

/**
 * The stored choice; `undefined` if the visitor must be asked: nothing stored, unreadable, older than the policy allows,
 * or for another version of it. The four booleans alone are valid; missing fields, and an unknown language, are taken
 * from `fresh` and dated now, as is a choice of the future. Source: docs/rules.md#4, docs/rules.md#reading-consent, docs/law-and-search.md#D9.
 */
export function readConsent(
  raw: string | null,
  { version, lifetimeMs = consentLifetimeMs, languages }: ConsentPolicy,
  fresh: { readonly id: string; readonly language: Language },
  now: EpochMs,
): StoredConsent | undefined {
  const stored = fieldsOf(raw);
  const { necessary, functional, analytics, marketing, id, language } = stored;
  const savedAt = Number.isFinite(stored.savedAt) ? Number(stored.savedAt) : now;
  const isChoice = [necessary, functional, analytics, marketing].every(
    (one) => typeof one === 'boolean',
  );
  if (!isChoice || (stored.policyVersion ?? version) !== version || !(now - savedAt < lifetimeMs)) {
    return undefined;
  }
  return saveConsent(
    {
      functional: functional === true,
      analytics: analytics === true,
      marketing: marketing === true,
    },
    {
      id: typeof id === 'string' && id !== '' ? id : fresh.id,
      policyVersion: version,
      savedAt: Math.min(savedAt, now),
      language: isLanguage(language, languages) ? language : fresh.language,
    },
  );
}

/** What a page has to do after a choice. */
export interface ConsentEffects {
  /** Load the script, unless it is running. */
  readonly loadAnalytics: boolean;
  /** Remove the script and its cookies. */
  readonly removeAnalytics: boolean;
}

/**
 * The effect of a choice on the page. Only analytics loads anything; withdrawing it removes that. `hasLeftOver`: the
 * browser still holds cookies of analytics from an earlier visit, such as one before the choice expired. Source:
 * docs/law-and-search.md#D8, docs/law-and-search.md#D20, docs/law-and-search.md#D22.
 */
export function consentEffects(
  choice: ConsentChoice,
  before?: ConsentChoice | undefined,
  hasLeftOver = false,
): ConsentEffects {
  return {
    loadAnalytics: choice.analytics,
    removeAnalytics: !choice.analytics && (hasLeftOver || before?.analytics === true),
  };
}
