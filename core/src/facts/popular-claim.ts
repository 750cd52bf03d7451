import type { ProgramId } from '../catalogue/index.ts';
import { hasBasis } from '../company/index.ts';
import type { Claim } from './facts.ts';

/** Fewest confirmed addresses that make a program popular. */
export const fewestForPopular = 3;

/** The program that alone has the most confirmed addresses, and their number. */
interface Wanted {
  readonly programId: ProgramId;
  readonly count: number;
}

/** The program that most addresses wait for; undefined while they are few, or two programs tie. */
export function mostWanted(waiting: ReadonlyMap<ProgramId, number>): Wanted | undefined {
  const [first, second] = [...waiting].sort(([, one], [, other]) => other - one);
  if (!first || first[1] < fewestForPopular || first[1] === second?.[1]) return undefined;
  return { programId: first[0], count: first[1] };
}

/**
 * The claims, of which "popular" is about the program of the owner who has a basis for it, else about the one that most
 * addresses wait for, and while there is neither about the one that the owner named. `today` is YYYY-MM-DD.
 * Source: docs/law-and-search.md#C4.
 */
export function withPopular<One extends Claim>(
  claims: readonly One[],
  wanted: Wanted | undefined,
  today: string,
): readonly One[] {
  if (!wanted) return claims;
  const basis = `Most confirmed addresses on the waiting list: ${wanted.count}`;
  return claims.map((claim) =>
    claim.id === 'popular' && !hasBasis(claim.basis)
      ? { ...claim, value: wanted.programId, basis, asOf: today }
      : claim,
  );
}
