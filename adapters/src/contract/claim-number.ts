import type { CountedClaim } from '@coachsite/core/facts';
import type { SiteConfig } from './site-config.ts';

/** The number a claim begins with: 2 for `2 h`. */
export function claimNumber({ claims }: Pick<SiteConfig, 'claims'>, id: CountedClaim): number {
  return Number.parseInt(claims.find((claim) => claim.id === id)?.value ?? '', 10);
}
