import type { ProgramId } from '../catalogue/index.ts';
import { hasBasis } from '../company/index.ts';
import type { Claim } from './facts.ts';

/** Fewest confirmed addresses that make a program popular. */
export const fewestForPopular = 3;

/** The program that alone has the most confirmed addresses, and their number. */
interface Leader {
  readonly programId: ProgramId;
  readonly count: number;
}

/** The program that most addresses wait for; undefined while they are few, or two programs tie. */
export function mostAwaited(waiting: ReadonlyMap<ProgramId, number>): Leader | undefined {
  const [first, second] = [...waiting].sort(([, one], [, other]) => other - one);
  if (!first || first[1] < fewestForPopular || first[1] === second?.[1]) return undefined;
  return { programId: first[0], count: first[1] };
}

/** The beginning of the basis of `popular` while it follows the waiting list. */
const waitingListBasis = 'Most confirmed addresses on the waiting list';

/** Whether the basis of `popular` is the waiting list, and not one that the owner gave. */
export const isWaitingListBasis = (basis: string): boolean => basis.startsWith(waitingListBasis);

/**
 * The claims, with `popular` filled in. If the owner states a basis for it, it keeps the owner's program. Otherwise it
 * names the program with the most confirmed addresses, if there is one, and `today` (YYYY-MM-DD) as the day it was
 * checked. Source: docs/law-and-search.md#C4.
 */
export function withPopular<One extends Claim>(
  claims: readonly One[],
  leader: Leader | undefined,
  today: string,
): readonly One[] {
  if (!leader) return claims;
  const basis = `${waitingListBasis}: ${leader.count}`;
  return claims.map((claim) =>
    claim.id === 'popular' && !hasBasis(claim.basis)
      ? { ...claim, value: leader.programId, basis, asOf: today }
      : claim,
  );
}
