import { type Identity, isConfirmed } from '@coachsite/core/account';
import { type Digest, type EpochMs, toHex } from '@coachsite/core/kernel';
import type { SecretBox } from '@coachsite/core/mfa';
import type { DatabaseStores } from '../../compose/database-stores.ts';
import { type AccountToTake, ownEmailOf } from './account.ts';
import { type LeftOut, without } from './doubles.ts';

/** What was taken. */
export interface Taken {
  readonly accounts: readonly AccountToTake[];
  /** How many were here already, or were here once. */
  readonly known: number;
  readonly leftOut: readonly LeftOut[];
  /** Accounts here that nobody had confirmed, and that are gone for one that was: their ids, with the address. */
  readonly gaveWay: readonly { readonly id: string; readonly address: string }[];
}

/** What does not depend on the database. */
export interface TakePorts {
  readonly digest: Digest;
  readonly secretBox: SecretBox;
}

type Stores = Pick<DatabaseStores, 'users' | 'factors' | 'roles' | 'moved'>;

/**
 * The account here that has the address of another one without ever having proved it, while that one has. A stranger may have
 * signed up with it. Source: docs/decisions/0060-one-mailbox-one-account.md.
 */
async function unprovenOf({ users, roles }: Stores, { user }: AccountToTake) {
  const email = ownEmailOf(user);
  if (email === undefined || user.emailConfirmedAt === undefined) return undefined;
  const here = await users.byEmail(email);
  if (!here || isConfirmed(here) || (await roles.rolesOf(here.id)).length > 0) return undefined;
  const isOwn = here.identities.every(
    ({ provider }) => provider === 'email' || provider === 'phone',
  );
  return isOwn ? { id: here.id, address: email } : undefined;
}

/** The account without what accounts here have; those came first, and stay as they are. */
async function besideOthers(stores: Stores, account: AccountToTake) {
  const { users } = stores;
  const { user } = account;
  const email = ownEmailOf(user);
  const hasEmail = email !== undefined && (await users.byEmail(email)) !== undefined;
  const hasPhone = user.phone !== undefined && (await users.byPhone(user.phone)) !== undefined;
  const held = new Set<Identity>();
  for (const identity of user.identities)
    if (await users.byIdentity(identity.provider, identity.subject)) held.add(identity);
  const here = {
    hasEmail: () => hasEmail,
    hasPhone: () => hasPhone,
    hasIdentity: (identity: Identity) => held.has(identity),
  };
  return without(account, here, 'here');
}

async function put(
  stores: Stores,
  { secretBox }: TakePorts,
  { user, factors, isAdmin }: AccountToTake,
  now: EpochMs,
): Promise<void> {
  const created = await stores.users.create(user);
  if (created.isErr()) throw new Error(`The account ${user.id}: ${created.error.kind}`);
  if (factors.length > 0) {
    const kept = factors.map(({ factor, secret }) => ({
      ...factor,
      userId: user.id,
      sealedSecret: secret && secretBox.seal(secret, factor.id),
      lastStep: undefined,
    }));
    await stores.factors.change(user.id, (state) => ({
      state: { ...state, factors: kept },
      result: undefined,
    }));
  }
  if (isAdmin) await stores.roles.grant(user.id, 'admin', now);
}

/**
 * Takes accounts into the stores of one transaction. One whose id is here stays as it is, and one that was here and has been
 * erased since does not come back.
 */
export async function takeAccounts(
  stores: Stores,
  ports: TakePorts,
  found: readonly AccountToTake[],
  now: EpochMs,
): Promise<Taken> {
  const accounts: AccountToTake[] = [];
  const leftOut: LeftOut[] = [];
  const gaveWay: Taken['gaveWay'][number][] = [];
  let known = 0;
  for (const account of found) {
    const { id } = account.user;
    const idHash = toHex(ports.digest.sha256(`moved.${id}`));
    if ((await stores.moved.has(idHash)) || (await stores.users.byId(id))) {
      known += 1;
      continue;
    }
    const unproven = await unprovenOf(stores, account);
    if (unproven) {
      await stores.users.remove(unproven.id);
      gaveWay.push(unproven);
    }
    const kept = await besideOthers(stores, account);
    if ('reason' in kept) {
      leftOut.push(kept);
      continue;
    }
    await put(stores, ports, kept, now);
    await stores.moved.add(idHash, now);
    accounts.push(kept);
  }
  return { accounts, known, leftOut, gaveWay };
}
