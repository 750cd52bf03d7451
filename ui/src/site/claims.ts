import type { Claim, CountedClaim } from '@coachsite/adapters/contract';
import { site } from './site.ts';

/**
 * A number that the site states; each has its basis in the site configuration. Source: docs/law-and-search.md#A2,
 * docs/law-and-search.md#C4.
 */
export type ClaimId = CountedClaim;

function claim(id: ClaimId): Claim {
  const found = site.claims.find((one) => one.id === id);
  if (!found) throw new Error(`ui/content/site.json has no claim "${id}"`);
  return found;
}

/** The text of a claim, such as `10+` or `100%`. */
export function claimValue(id: ClaimId): string {
  return claim(id).value;
}

/** The number a claim begins with: 2 for `2 h`. */
export function claimNumber(id: ClaimId): number {
  return Number.parseInt(claim(id).value, 10);
}

const satisfactionClaim = site.claims.find(({ id }) => id === 'satisfaction');

/**
 * The percentage of satisfied clients; undefined when the owner does not claim one. Source: docs/law-and-search.md#A2.
 */
export const satisfaction: number | undefined =
  satisfactionClaim && Number.parseInt(satisfactionClaim.value, 10);

/** The day on which the oldest claim about clients was checked, such as `2024-09-17`. */
export const clientsAsOf: string =
  [claim('clients-helped').asOf, satisfactionClaim?.asOf ?? ''].filter(Boolean).sort()[0] ?? '';

/**
 * The program that may be called popular, and the basis of that claim; undefined when there is none.
 * Source: docs/law-and-search.md#C4.
 */
export const popularProgram: { readonly id: string; readonly basis: string } | undefined =
  site.claims
    .filter(({ id }) => id === 'popular')
    .map(({ value, basis }) => ({ id: value, basis }))[0];

/** The claims as variables for texts. */
export const claimWords = {
  clients: claimValue('clients-helped'),
  usualHours: claimNumber('usual-reply'),
  replyHours: claimNumber('reply-within'),
  shopProgress: claimValue('shop-progress'),
  /** Counts of ticks: one for each client, and the share of sixty. */
  clientsCount: claimNumber('clients-helped'),
  shopTicks: Math.round((60 * claimNumber('shop-progress')) / 100),
};
