import { err, ok } from 'neverthrow';
import type { UserStore } from '../../account/index.ts';
import type { Passkey, PasskeyChallenge, PasskeyState, PasskeyStore } from '../../passkey/index.ts';
import { idOf, nameOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

const passkey = (id: string, extra: Partial<Passkey> = {}): Passkey => ({
  id: idOf(id),
  userId: idOf('u'),
  credentialId: `credential-${id}`,
  publicKey: `key-${id}`,
  counter: 0,
  aaguid: undefined,
  transports: [],
  isBackedUp: false,
  friendlyName: 'Passkey',
  createdAt: 1,
  lastUsedAt: undefined,
  ...extra,
});

const challenge = (id: string, extra: Partial<PasskeyChallenge> = {}): PasskeyChallenge => ({
  id: idOf(id),
  userId: undefined,
  challenge: `challenge-${id}`,
  createdAt: 1,
  expiresAt: 10,
  ...extra,
});

/** A store of passkeys, and the accounts that they belong to. */
export interface PasskeyStores {
  readonly passkeys: PasskeyStore;
  readonly users: UserStore;
}

/** `open` returns stores with the users `idOf('u')` and `idOf('v')`. */
export function passkeyStoreContract(runner: TestRunner, open: () => Promise<PasskeyStores>): void {
  const { test, expect } = runner;
  const add = async ({ passkeys }: PasskeyStores, ...added: readonly Passkey[]) => {
    for (const one of added) (await passkeys.add(one, () => ok()))?._unsafeUnwrap();
  };
  const openPasskey = async () => {
    const stores = await open();
    return {
      put: (row: Passkey) => add(stores, row),
      get: async () => (await stores.passkeys.ofUser(idOf('u')))[0],
    };
  };
  const full = passkey('a', {
    credentialId: 'A'.repeat(1364),
    publicKey: 'k'.repeat(700),
    counter: 2 ** 32 - 1,
    aaguid: idOf('model'),
    transports: ['internal', 'hybrid'],
    isBackedUp: true,
    friendlyName: anyWords(120),
    createdAt: today,
    lastUsedAt: today + 1,
  });
  ownRowsTest(runner, openPasskey, () => ({ ...full }));
  keptRowTest(runner, openPasskey, full);
  keptRowTest(
    runner,
    async () => {
      const { passkeys } = await open();
      return { put: passkeys.begin, get: () => passkeys.take(idOf('x')) };
    },
    challenge('x', {
      userId: idOf('u'),
      challenge: 'c'.repeat(43),
      createdAt: today,
      expiresAt: today + 1,
    }),
  );

  test('passkeys are those of one user, oldest first, and each is found by its credential', async () => {
    const stores = await open();
    const { passkeys } = stores;
    expect(await passkeys.ofUser(idOf('u'))).toEqual([]);
    await add(stores, passkey('b', { createdAt: 2 }), passkey('a'));
    const other = passkey('c', { userId: idOf('v') });
    await add(stores, other);
    expect((await passkeys.ofUser(idOf('u'))).map(({ id }) => nameOf(id))).toEqual(['a', 'b']);
    expect(await passkeys.ofUser(idOf('v'))).toEqual([other]);
    expect(await passkeys.byCredentialId('credential-c')).toEqual(other);
    expect(await passkeys.byCredentialId('Credential-c')).toBeUndefined();
    expect(await passkeys.byCredentialId('credential-d')).toBeUndefined();
  });

  test('a passkey is added where the rule allows it, which sees the others and the stamp', async () => {
    const stores = await open();
    await add(stores, passkey('a'));
    await stores.users.change(idOf('u'), (user) => ({ ...user, securityStamp: 7 }));
    const seen: PasskeyState[] = [];
    const refused = await stores.passkeys.add(passkey('b'), (state) => {
      seen.push(state);
      return err('no');
    });
    expect(refused?._unsafeUnwrapErr()).toBe('no');
    expect(seen.at(-1)).toEqual({ securityStamp: 7, passkeys: [passkey('a')] });
    expect(await stores.passkeys.byCredentialId('credential-b')).toBeUndefined();
    const again = await stores.passkeys.add(passkey('b'), () => ok());
    expect(again?.isOk()).toBe(true);
    expect(await stores.passkeys.ofUser(idOf('u'))).toHaveLength(2);
  });

  test('of many added at a time, each rule sees those before', async () => {
    const { passkeys } = await open();
    const done = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        passkeys.add(passkey(`p${i}`), (state) => (state.passkeys.length < 3 ? ok() : err('full'))),
      ),
    );
    expect(done.filter((one) => one?.isOk())).toHaveLength(3);
    expect(await passkeys.ofUser(idOf('u'))).toHaveLength(3);
  });

  test('a credential that anybody has is no other passkey', async () => {
    const stores = await open();
    await add(stores, passkey('a'));
    for (const user of ['u', 'v']) {
      const copy = passkey('c', { userId: idOf(user), credentialId: 'credential-a' });
      const added = await stores.passkeys.add(copy, () => ok());
      expect(added?._unsafeUnwrapErr()).toEqual({ kind: 'webauthn_credential_exists' });
      const refused = await stores.passkeys.add(copy, () => err('no'));
      expect(refused?._unsafeUnwrapErr()).toBe('no');
    }
    expect(await stores.passkeys.ofUser(idOf('u'))).toEqual([passkey('a')]);
    expect(await stores.passkeys.ofUser(idOf('v'))).toEqual([]);
  });

  test('a change gets the passkeys and the stamp of the account, and replaces what is stored', async () => {
    const stores = await open();
    await add(stores, passkey('a'), passkey('b', { createdAt: 2 }));
    await add(stores, passkey('c', { userId: idOf('v') }));
    await stores.users.change(idOf('u'), (user) => ({ ...user, securityStamp: 7 }));
    const seen = await stores.passkeys.change(idOf('u'), (state) => ({
      passkeys: state.passkeys.map((held) => ({ ...held, counter: 5, lastUsedAt: 9 })).slice(1),
      result: state,
    }));
    expect(seen).toEqual({
      securityStamp: 7,
      passkeys: [passkey('a'), passkey('b', { createdAt: 2 })],
    });
    expect(await stores.passkeys.ofUser(idOf('u'))).toEqual([
      passkey('b', { createdAt: 2, counter: 5, lastUsedAt: 9 }),
    ]);
    expect(await stores.passkeys.byCredentialId('credential-a')).toBeUndefined();
    expect(await stores.passkeys.ofUser(idOf('v'))).toHaveLength(1);
  });

  test('whatever a change gives a passkey, nothing of it is lost', async () => {
    const stores = await open();
    await add(stores, passkey('a'));
    const put = (row: Passkey) =>
      stores.passkeys.change(idOf('u'), () => ({ passkeys: [row], result: undefined }));
    const bare = passkey('a', { createdAt: 3 });
    for (const row of [full, bare]) {
      await put(row);
      expect(await stores.passkeys.ofUser(idOf('u'))).toEqual([row]);
    }
  });

  test('nothing is added or changed for a user who is gone, and that is no error', async () => {
    const { passkeys } = await open();
    const added = passkey('a', { userId: idOf('gone') });
    expect(await passkeys.add(added, () => ok())).toBeUndefined();
    const change = { passkeys: [], result: 'done' };
    expect(await passkeys.change(idOf('gone'), () => change)).toBeUndefined();
    expect(await passkeys.byCredentialId('credential-a')).toBeUndefined();
    await passkeys.begin(challenge('x', { userId: idOf('gone') }));
  });

  test('those of one user are removed and returned, oldest first', async () => {
    const stores = await open();
    const [a, b] = [passkey('a'), passkey('b', { createdAt: 2 })];
    await add(stores, b, a, passkey('c', { userId: idOf('v') }));
    expect(await stores.passkeys.clear(idOf('u'))).toEqual([a, b]);
    expect(await stores.passkeys.clear(idOf('u'))).toEqual([]);
    expect(await stores.passkeys.clear(idOf('gone'))).toEqual([]);
    expect(await stores.passkeys.ofUser(idOf('u'))).toEqual([]);
    expect(await stores.passkeys.ofUser(idOf('v'))).toHaveLength(1);
  });

  test('each of many concurrent changes sees the one before', async () => {
    const stores = await open();
    await add(stores, passkey('a'));
    const seen = await Promise.all(
      Array.from({ length: 20 }, () =>
        stores.passkeys.change(idOf('u'), ({ passkeys }) => ({
          passkeys: passkeys.map((held) => ({ ...held, counter: held.counter + 1 })),
          result: passkeys[0]?.counter,
        })),
      ),
    );
    expect(seen.map((one) => one ?? -1).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i),
    );
  });

  test('a challenge is taken once, of many at a time, expired or not', async () => {
    const { passkeys } = await open();
    const own = challenge('y', { userId: idOf('u') });
    await passkeys.begin(challenge('x'));
    await passkeys.begin(own);
    expect(await passkeys.take(idOf('z'))).toBeUndefined();
    const taken = await Promise.all(Array.from({ length: 5 }, () => passkeys.take(idOf('x'))));
    expect(taken.filter((one) => one !== undefined)).toEqual([challenge('x')]);
    expect(await passkeys.take(idOf('y'))).toEqual(own);
    expect(await passkeys.take(idOf('y'))).toBeUndefined();
  });

  test('a sweep removes the challenges that are over, and no passkey', async () => {
    const stores = await open();
    await add(stores, passkey('a'));
    for (const expiresAt of [9, 10, 11])
      await stores.passkeys.begin(challenge(String(expiresAt), { expiresAt }));
    expect(await stores.passkeys.sweep(10)).toBe(2);
    expect(await stores.passkeys.take(idOf('10'))).toBeUndefined();
    expect((await stores.passkeys.take(idOf('11')))?.expiresAt).toBe(11);
    expect(await stores.passkeys.ofUser(idOf('u'))).toHaveLength(1);
  });
}
