import type { UserStore } from '../../account/index.ts';
import {
  type OneTimeToken,
  type TakenToken,
  type TokenStore,
  tryCode,
} from '../../one-time-token/index.ts';
import { byValue } from './by-value.ts';

/** A `TokenStore` in memory; `users` are the accounts. */
export function memoryTokenStore(users: Pick<UserStore, 'byId'>): TokenStore {
  let tokens: readonly OneTimeToken[] = [];
  const without = (id: string) => tokens.filter((token) => token.id !== id);
  const stamped = async (token: OneTimeToken | undefined): Promise<TakenToken | undefined> => {
    const user = token && (await users.byId(token.userId));
    return user && { ...token, securityStamp: user.securityStamp };
  };
  return byValue({
    issue: async (token) => {
      if (!(await users.byId(token.userId))) return;
      const others = tokens.filter(
        ({ userId, slot }) => userId !== token.userId || slot !== token.slot,
      );
      tokens = [...others, token];
    },
    takeByLink: async (linkHash, slots, now) => {
      const found = tokens.find(
        (token) =>
          token.linkHash === linkHash && slots.includes(token.slot) && now < token.linkExpiresAt,
      );
      if (found) tokens = without(found.id);
      return stamped(found);
    },
    takeByCode: async (recipient, slots, matches, now) => {
      const ordered = slots.flatMap((slot) =>
        tokens.filter((token) => token.recipient === recipient && token.slot === slot),
      );
      const { taken, missed } = tryCode(ordered, matches, now);
      if (taken) tokens = without(taken.id);
      tokens = tokens.map((token) => missed.find(({ id }) => id === token.id) ?? token);
      return stamped(taken);
    },
    clear: async (userId) => {
      tokens = tokens.filter((token) => token.userId !== userId);
    },
    sweep: async (now) => {
      const before = tokens.length;
      tokens = tokens.filter((token) => now < token.linkExpiresAt || now < token.codeExpiresAt);
      return before - tokens.length;
    },
  });
}
