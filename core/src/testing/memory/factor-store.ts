import type { Factor, FactorStore, KeptFactor, MfaState } from '../../mfa/index.ts';
import { byValue } from './by-value.ts';

const nothing: MfaState = { factors: [], challenges: [] };

function withoutSecret({ sealedSecret: _, lastStep: __, ...factor }: KeptFactor): Factor {
  return factor;
}

/** Oldest first, without the challenges of removed factors. */
function tidy({ factors, challenges, ...codes }: MfaState): MfaState {
  const ids = new Set(factors.map(({ id }) => id));
  return {
    ...codes,
    factors: factors.toSorted((a, b) => a.createdAt - b.createdAt),
    challenges: challenges
      .filter(({ factorId }) => ids.has(factorId))
      .toSorted((a, b) => a.createdAt - b.createdAt),
  };
}

/** A `FactorStore` in memory. */
export function memoryFactorStore(): FactorStore {
  const states = new Map<string, MfaState>();
  const stateOf = (userId: string) => states.get(userId) ?? nothing;
  return byValue({
    ofUser: async (userId) => stateOf(userId).factors.map(withoutSecret),
    holdersOf: async (phone) =>
      [...states]
        .filter(([, { factors }]) =>
          factors.some((factor) => factor.phone === phone && factor.status === 'verified'),
        )
        .map(([userId]) => userId),
    stateOf: async (userId) => stateOf(userId),
    change: async (userId, rule) => {
      const { state, result } = rule(stateOf(userId));
      states.set(userId, tidy(state));
      return result;
    },
    sweep: async (madeBefore, now) => {
      let removed = 0;
      for (const [userId, state] of states) {
        const live = state.challenges.filter(({ expiresAt }) => now < expiresAt);
        const factors = state.factors.filter(
          ({ status, createdAt }) => status === 'verified' || createdAt >= madeBefore,
        );
        removed += state.challenges.length - live.length + state.factors.length - factors.length;
        states.set(userId, tidy({ ...state, factors, challenges: live }));
      }
      return removed;
    },
  });
}
