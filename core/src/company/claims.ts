import { dayMs, type EpochMs, type Milliseconds } from '../kernel/index.ts';

/** A claim must be checked again after this time, in milliseconds. Source: docs/law-and-search.md#A2. */
export const claimFreshMs: Milliseconds = 400 * dayMs;

/**
 * Whether a claim was checked recently enough to be published. `checkedAt` is in milliseconds; NaN, for an unreadable
 * date, is never recent. Source: docs/law-and-search.md#A2, docs/law-and-search.md#C4.
 */
export function isClaimFresh(checkedAt: EpochMs, now: EpochMs): boolean {
  return now - checkedAt <= claimFreshMs;
}

/**
 * Whether a basis says who measured what. That the specification of the site asked for a claim is not why it is true.
 * Source: docs/law-and-search.md#A2, docs/law-and-search.md#C4.
 */
export const hasBasis = (basis: string): boolean =>
  basis.trim() !== '' && !/^\s*customer specification/i.test(basis);
