import { dayMs, type EpochMs, type Milliseconds } from '../kernel/index.ts';
import { initialLanguage, type Language } from '../language/index.ts';

/** A visitor's cookie choice, by purpose. Source: docs/rules.md#3. */
export interface ConsentChoice {
  readonly necessary: true;
  readonly functional: boolean;
  readonly analytics: boolean;
  readonly marketing: boolean;
}

/**
 * A choice as stored under `cookie-consent`, with the fields needed for proof and expiry. Source: docs/rules.md#3,
 * docs/law-and-search.md#D9, docs/law-and-search.md#D10.
 */
export interface StoredConsent extends ConsentChoice {
  /** Random, made in the browser; the visitor can refer to it. */
  readonly id: string;
  /** The version of banner and cookie policy that was shown. */
  readonly policyVersion: string;
  readonly savedAt: EpochMs;
  readonly language: Language;
}

/** Any choice expires after about six months. Source: docs/law-and-search.md#D9. */
export const consentLifetimeMs: Milliseconds = 183 * dayMs;

/** "Necessary only". Source: docs/rules.md#2. */
export const necessaryOnly: ConsentChoice = {
  necessary: true,
  functional: false,
  analytics: false,
  marketing: false,
};

/** "Accept all". Source: docs/rules.md#2. */
export const acceptAll: ConsentChoice = {
  necessary: true,
  functional: true,
  analytics: true,
  marketing: true,
};

/** What proves a choice: when, under which policy, in which language, and under which number. */
export type ConsentProof = Omit<StoredConsent, keyof ConsentChoice>;

/** The choice to store, with its proof beside the four booleans. */
export function saveConsent(
  choice: Omit<ConsentChoice, 'necessary'>,
  proof: ConsentProof,
): StoredConsent {
  const { functional, analytics, marketing } = choice;
  const { id, policyVersion, savedAt, language } = proof;
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
 * Whether a stored value is a valid choice, as {@link readConsent} would find it. A missing version or date counts as
 * current.
 */
function hasConsent(raw: string | null, policyVersion: string, now: EpochMs): boolean {
  const stored = fieldsOf(raw);
  const { necessary, functional, analytics, marketing, savedAt } = stored;
  return (
    [necessary, functional, analytics, marketing].every((one) => typeof one === 'boolean') &&
    (stored.policyVersion ?? policyVersion) === policyVersion &&
    !(Number.isFinite(savedAt) && now - Number(savedAt) >= consentLifetimeMs)
  );
}

/**
 * The stored choice; `undefined` if the visitor must be asked: nothing stored, unreadable, older than six months, or
 * for another policy version. The four booleans alone are valid; missing fields are taken from `fresh` and dated now.
 * Source: docs/rules.md#4, docs/rules.md#reading-consent, docs/law-and-search.md#D9.
 */
export function readConsent(
  raw: string | null,
  policyVersion: string,
  fresh: { readonly id: string; readonly language: Language },
  now: EpochMs,
): StoredConsent | undefined {
  if (!hasConsent(raw, policyVersion, now)) return undefined;
  const { functional, analytics, marketing, id, savedAt, language } = fieldsOf(raw);
  return saveConsent(
    {
      functional: functional === true,
      analytics: analytics === true,
      marketing: marketing === true,
    },
    {
      id: typeof id === 'string' && id !== '' ? id : fresh.id,
      policyVersion,
      savedAt: Number.isFinite(savedAt) ? Math.min(Number(savedAt), now) : now,
      language: language === undefined ? fresh.language : initialLanguage(language),
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
 * browser still holds cookies of analytics from an earlier visit, such as one before the choice expired.
 * Source: docs/rules.md#4, docs/law-and-search.md#D8, docs/law-and-search.md#D20, docs/law-and-search.md#D22.
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
