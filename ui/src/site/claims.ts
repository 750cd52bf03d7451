import type { Claim, CountedClaim } from '@coachsite/adapters/contract';
import { site } from './site.ts';

/**
 * A number the site states; every one has its basis in the site configuration. Source: docs/law-and-search.md#A2,
 * docs/law-and-search.md#C4.
 */
export type ClaimId = CountedClaim;

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

const satisfactionClaim = site.claims.find(({ id }) => id === 'satisfaction');

/**
 * How many percent of the clients are satisfied; undefined when the owner claims nothing of it.
 * Source: docs/law-and-search.md#A2.
 */
export const satisfaction: number | undefined =
  satisfactionClaim && Number.parseInt(satisfactionClaim.value, 10);

/** The day since which no claim about clients was checked again, as `2024-09-17`: what is said of them together. */
export const clientsAsOf: string =
  [claim('clients-helped').asOf, satisfactionClaim?.asOf ?? ''].filter(Boolean).sort()[0] ?? '';

/**
 * The program that may be called popular, and why; undefined when the owner claims none.
 * Source: docs/law-and-search.md#C4.
 */
export const popularProgram: { readonly id: string; readonly basis: string } | undefined =
  site.claims
    .filter(({ id }) => id === 'popular')
    .map(({ value, basis }) => ({ id: value, basis }))[0];

/** The claims as words that every text may use. */
export const claimWords = {
  clients: claimValue('clients-helped'),
  usualHours: claimNumber('usual-reply'),
  replyHours: claimNumber('reply-within'),
  shopProgress: claimValue('shop-progress'),
  /** What ticks show of them: one for each client, and the share of sixty. */
  clientsCount: claimNumber('clients-helped'),
  shopTicks: Math.round((60 * claimNumber('shop-progress')) / 100),
};
