import type { ConsentProof } from '@coachsite/adapters/contract';
import en21 from '@coachsite/ui/content/policies/2026-11-21/en.json' with { type: 'json' };
import nl21 from '@coachsite/ui/content/policies/2026-11-21/nl.json' with { type: 'json' };
import en22 from '@coachsite/ui/content/policies/2026-11-22/en.json' with { type: 'json' };
import nl22 from '@coachsite/ui/content/policies/2026-11-22/nl.json' with { type: 'json' };
import en23 from '@coachsite/ui/content/policies/2026-11-23/en.json' with { type: 'json' };
import nl23 from '@coachsite/ui/content/policies/2026-11-23/nl.json' with { type: 'json' };

/**
 * The texts of each version of banner and cookie policy that visitors have seen, by version.
 * Source: docs/law-and-search.md#D10.
 */
export const policyWordings: ReadonlyMap<string, NonNullable<ConsentProof['wording']>> = new Map([
  ['2026-11-21', { nl: nl21, en: en21 }],
  ['2026-11-22', { nl: nl22, en: en22 }],
  ['2026-11-23', { nl: nl23, en: en23 }],
]);
