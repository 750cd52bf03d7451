import { type CountedClaim, claimNumber, type VisitorSite } from '@coachsite/adapters/contract';
import type { VisitorClaim } from '@coachsite/core/facts';
import { useSite } from './site.ts';

type Claimed = Pick<VisitorSite, 'claims' | 'pause'>;

function findClaim({ claims }: Claimed, id: string): VisitorClaim | undefined {
  return claims.find((claim) => claim.id === id);
}

/**
 * The numbers that the site states; each has its basis in the owner's facts. Source: docs/law-and-search.md#A2,
 * docs/law-and-search.md#C4.
 */
export function claimsOf(site: Claimed) {
  const satisfaction = findClaim(site, 'satisfaction');
  const popular = findClaim(site, 'popular');
  const textOf = (id: CountedClaim) => findClaim(site, id)?.value ?? '';
  const numberOf = (id: CountedClaim) => claimNumber(site, id);
  return {
    /** The text of a claim, such as `10+`. */
    textOf,
    /** The number a claim begins with: 2 for `2 h`. */
    numberOf,
    /** The hours that a reply usually takes; 0 during days off, when none is usual. */
    usualHours: site.pause ? 0 : numberOf('usual-reply'),
    /** The percentage of satisfied clients; undefined when the owner does not claim one. */
    satisfaction: satisfaction && Number.parseInt(satisfaction.value, 10),
    /** The day on which the oldest claim about clients was checked, such as `2024-09-17`. */
    clientsAsOf:
      [findClaim(site, 'clients-helped')?.asOf ?? '', satisfaction?.asOf ?? '']
        .filter(Boolean)
        .sort()[0] ?? '',
    /** The program that may be called popular, and whether the waiting list says so; undefined when there is none. */
    popularProgram: popular && {
      id: popular.value,
      followsWaitingList: popular.followsWaitingList === true,
    },
    /** The claims as variables for texts. */
    words: {
      clients: textOf('clients-helped'),
      usualHours: numberOf('usual-reply'),
      replyHours: numberOf('reply-within'),
      shopProgress: textOf('shop-progress'),
      /** The count of ticks: one for each client. */
      clientsCount: numberOf('clients-helped'),
    },
  };
}

/** The claims of the site as they are now. */
export const useClaims = () => claimsOf(useSite());
