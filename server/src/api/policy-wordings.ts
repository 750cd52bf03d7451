import { type ConsentProof, shownPolicyVersion } from '@coachsite/adapters/contract';
import en21 from '@coachsite/ui/content/policies/2026-11-21/en.json' with { type: 'json' };
import nl21 from '@coachsite/ui/content/policies/2026-11-21/nl.json' with { type: 'json' };
import en22 from '@coachsite/ui/content/policies/2026-11-22/en.json' with { type: 'json' };
import nl22 from '@coachsite/ui/content/policies/2026-11-22/nl.json' with { type: 'json' };
import en23 from '@coachsite/ui/content/policies/2026-11-23/en.json' with { type: 'json' };
import nl23 from '@coachsite/ui/content/policies/2026-11-23/nl.json' with { type: 'json' };
import en24 from '@coachsite/ui/content/policies/2026-11-24/en.json' with { type: 'json' };
import nl24 from '@coachsite/ui/content/policies/2026-11-24/nl.json' with { type: 'json' };
import en29 from '@coachsite/ui/content/policies/2026-11-29/en.json' with { type: 'json' };
import nl29 from '@coachsite/ui/content/policies/2026-11-29/nl.json' with { type: 'json' };

type Wording = NonNullable<ConsentProof['wording']>;

/**
 * The texts as one site shows them. If a text has a variant for a site without Google Analytics (`text` and
 * `textNone`), the one that this site shows is kept. Of the list of cookies, the rows that this site has are kept.
 */
function asShown<T>(texts: T, hasAnalytics: boolean): T {
  if (typeof texts !== 'object' || texts === null) return texts;
  const all = texts as Readonly<Record<string, unknown>>;
  const kept = Object.entries(all).flatMap(([key, text]) => {
    if (key.endsWith('None') || (/^_ga|^google$/.test(key) && !hasAnalytics)) return [];
    const variant = hasAnalytics ? undefined : all[`${key}None`];
    return [[key, asShown(variant ?? text, hasAnalytics)] as const];
  });
  return Object.fromEntries(kept) as T;
}

/** A version with its two wordings: of a site without and with Google Analytics. */
const bothOf = (version: string, { nl, en }: Wording): (readonly [string, Wording])[] =>
  [false, true].map((hasAnalytics) => [
    shownPolicyVersion(version, hasAnalytics),
    { nl: asShown(nl, hasAnalytics), en: asShown(en, hasAnalytics) },
  ]);

/**
 * The texts of each version of banner and cookie policy that visitors have seen, by version.
 * Source: docs/law-and-search.md#D10.
 */
export const policyWordings: ReadonlyMap<string, Wording> = new Map<string, Wording>([
  ['2026-11-21', { nl: nl21, en: en21 }],
  ['2026-11-22', { nl: nl22, en: en22 }],
  ['2026-11-23', { nl: nl23, en: en23 }],
  ...bothOf('2026-11-24', { nl: nl24, en: en24 }),
  ...bothOf('2026-11-29', { nl: nl29, en: en29 }),
]);
