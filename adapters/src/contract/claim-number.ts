import type { CountedClaim } from '@coachsite/core/facts';
import type { VisitorSite } from './visitor-site.ts';

/** The number a claim begins with: 2 for `2 h`. */
export function claimNumber({ claims }: Pick<VisitorSite, 'claims'>, id: CountedClaim): number {
  return Number.parseInt(claims.find((claim) => claim.id === id)?.value ?? '', 10);
}
