import type { Claim } from '@coachsite/adapters/wire';
import { site } from './site.ts';

/** A number the site states; every one has its basis in the site configuration. Source: legal reference A2, C4. */
export type ClaimId =
  | 'clients-helped'
  | 'satisfaction'
  | 'usual-reply'
  | 'reply-within'
  | 'shop-progress';

function claim(id: ClaimId): Claim {
  const found = site.claims.find((one) => one.id === id);
  if (!found) throw new Error(`ui/content/site.json has no claim "${id}"`);
  return found;
}

/** A claim as it is stated, such as `10+` or `100%`. */
export function claimValue(id: ClaimId): string {
  return claim(id).value;
}

/** The number a claim begins with: 2 for `2 h`. */
export function claimNumber(id: ClaimId): number {
  return Number.parseInt(claim(id).value, 10);
}

/** The day a claim was last checked, as `2024-09-17`. */
export function claimAsOf(id: ClaimId): string {
  return claim(id).asOf;
}

/** The program that may be called popular, and why; undefined when the owner claims none. Source: legal reference C4. */
export const popularProgram: { readonly id: string; readonly basis: string } | undefined =
  site.claims
    .filter(({ id }) => id === 'popular')
    .map(({ value, basis }) => ({ id: value, basis }))[0];

/** The claims as words that every text may use. */
export const claimWords = {
  clients: claimValue('clients-helped'),
  satisfaction: claimValue('satisfaction'),
  usualHours: claimNumber('usual-reply'),
  replyHours: claimNumber('reply-within'),
  shopProgress: claimValue('shop-progress'),
};
