import { type Identity, isConfirmed, isSsoUser, type User } from '@coachsite/core/account';
import { type AccountToTake, ownEmailOf } from './account.ts';
import type { LeftOutReason, Loss } from './reasons.ts';

/** An account that is left out, and which other one is the reason. */
export interface LeftOut {
  readonly id: string;
  readonly address: string | undefined;
  readonly reason: LeftOutReason;
}

/** Accounts to take, and those that are not. */
export interface Parted {
  readonly taken: readonly AccountToTake[];
  readonly leftOut: readonly LeftOut[];
}

/** The account as it is listed where it is left out. */
const leftOutOf = ({ user }: AccountToTake, reason: LeftOutReason): LeftOut => ({
  id: user.id,
  address: user.email ?? (user.phone && `+${user.phone}`),
  reason,
});

/**
 * Which of two accounts keeps what both have: one that proved it, an admin, the one used last, the older one.
 * Source: docs/decisions/0060-one-mailbox-one-account.md.
 */
const byClaim =
  (hasProved: (user: User) => boolean) =>
  (one: AccountToTake, other: AccountToTake): number => {
    const claims = ({ user, isAdmin }: AccountToTake) => [
      Number(hasProved(user)),
      Number(isAdmin),
      user.lastSignInAt ?? 0,
      -user.createdAt,
    ];
    const theirs = claims(other);
    const differences = claims(one).map((claim, index) => (theirs[index] ?? 0) - claim);
    return differences.find((difference) => difference !== 0) ?? 0;
  };

const keyOf = ({ provider, subject }: Identity) => `${provider} ${subject}`;

/** What no other account has: an address, a number, identities. */
export interface Taken {
  readonly hasEmail: (user: User) => boolean;
  readonly hasPhone: (user: User) => boolean;
  readonly hasIdentity: (identity: Identity) => boolean;
}

/**
 * The account without what another one has. Its address is the account; a number or an identity goes where something else is
 * left. `where` names the reasons.
 */
export function without(
  account: AccountToTake,
  taken: Taken,
  where: 'double' | 'here',
): AccountToTake | LeftOut {
  const { user } = account;
  if (ownEmailOf(user) !== undefined && taken.hasEmail(user))
    return leftOutOf(account, `email_${where}`);
  const losesPhone = user.phone !== undefined && taken.hasPhone(user);
  if (losesPhone && user.email === undefined) return leftOutOf(account, `phone_${where}`);
  const gone = user.identities.filter(taken.hasIdentity);
  const identities = user.identities.filter(
    (identity) => !gone.includes(identity) && !(losesPhone && identity.provider === 'phone'),
  );
  // Without its own provider, a SAML account would be another kind of account.
  if (identities.length === 0 || isSsoUser(user) !== isSsoUser({ identities }))
    return leftOutOf(account, `identity_${where}`);
  const losses: readonly Loss[] = [
    ...(losesPhone ? [{ what: `phone_${where}` as const }] : []),
    ...gone.map(({ provider }) => ({ what: `identity_${where}` as const, name: provider })),
  ];
  if (losses.length === 0) return account;
  const numberless = losesPhone ? { phone: undefined, phoneConfirmedAt: undefined } : {};
  return {
    ...account,
    user: { ...user, ...numberless, identities },
    losses: [...account.losses, ...losses],
  };
}

const nothing: Taken = {
  hasEmail: () => false,
  hasPhone: () => false,
  hasIdentity: () => false,
};

const some = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

/** Parts accounts of one service that have the same address, number or identity here. */
export function partDoubles(accounts: readonly AccountToTake[]): Parted {
  const leftOut: LeftOut[] = [];
  /** Goes through the accounts, the one with the best claim first, and remembers their keys. */
  const parted = (
    found: readonly AccountToTake[],
    hasProved: (user: User) => boolean,
    keysOf: (user: User) => readonly string[],
    taken: (seen: ReadonlySet<string>) => Partial<Taken>,
  ): readonly AccountToTake[] => {
    const seen = new Set<string>();
    const isTaken = { ...nothing, ...taken(seen) };
    return found.toSorted(byClaim(hasProved)).flatMap((account) => {
      const kept = without(account, isTaken, 'double');
      if ('reason' in kept) {
        leftOut.push(kept);
        return [];
      }
      for (const key of keysOf(kept.user)) seen.add(key);
      return [kept];
    });
  };
  const byEmail = parted(
    accounts,
    ({ emailConfirmedAt }) => emailConfirmedAt !== undefined,
    (user) => some(ownEmailOf(user)),
    (seen) => ({ hasEmail: ({ email }) => email !== undefined && seen.has(email) }),
  );
  const byPhone = parted(
    byEmail,
    ({ phoneConfirmedAt }) => phoneConfirmedAt !== undefined,
    ({ phone }) => some(phone),
    (seen) => ({ hasPhone: ({ phone }) => phone !== undefined && seen.has(phone) }),
  );
  const taken = parted(
    byPhone,
    isConfirmed,
    ({ identities }) => identities.map(keyOf),
    (seen) => ({ hasIdentity: (identity) => seen.has(keyOf(identity)) }),
  );
  return { taken: taken.toSorted((a, b) => a.user.createdAt - b.user.createdAt), leftOut };
}
