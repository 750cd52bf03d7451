import type { FactorChallenge, FactorStore, KeptFactor, MfaState } from '../../mfa/index.ts';
import { idOf, nameOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

const factor = (id: string, extra: Partial<KeptFactor> = {}): KeptFactor => ({
  id: idOf(id),
  userId: idOf('u'),
  type: 'totp',
  status: 'unverified',
  friendlyName: 'phone',
  phone: undefined,
  createdAt: 1,
  updatedAt: 1,
  lastChallengedAt: undefined,
  sealedSecret: `sealed-${id}`,
  lastStep: undefined,
  ...extra,
});

const challenge = (id: string, extra: Partial<FactorChallenge> = {}): FactorChallenge => ({
  id: idOf(id),
  factorId: idOf('a'),
  sessionId: idOf('s'),
  codeHash: undefined,
  misses: 0,
  createdAt: 1,
  expiresAt: 10,
  usedAt: undefined,
  ...extra,
});

const put = (store: FactorStore, user: string, change: (state: MfaState) => MfaState) =>
  store.change(idOf(user), (state) => ({ state: change(state), result: undefined }));

/** `open` returns a store with the users `idOf('u')` and `idOf('v')`. */
export function factorStoreContract(runner: TestRunner, open: () => Promise<FactorStore>): void {
  const { test, expect } = runner;
  const openState = async () => {
    const store = await open();
    return {
      put: (state: MfaState) => put(store, 'u', () => state),
      get: () => store.stateOf(idOf('u')),
    };
  };
  ownRowsTest(runner, openState, () => ({
    factors: [factor('a')],
    challenges: [challenge('x')],
    recoveryCodes: ['1', '2'],
  }));

  keptRowTest(runner, openState, {
    factors: [
      factor('a', {
        friendlyName: anyWords(100),
        createdAt: today,
        updatedAt: today + 1,
        lastChallengedAt: today + 2,
        sealedSecret: anyWords(300),
        lastStep: 2 ** 31,
      }),
    ],
    challenges: [
      challenge('x', { createdAt: today, expiresAt: today + 1, usedAt: today + 2, misses: 3 }),
    ],
    recoveryCodes: ['1', '2'],
  });

  test('the holders of a number are those who verified it', async () => {
    const store = await open();
    const phone = '32470123456';
    const verified = { type: 'phone', phone, status: 'verified' } as const;
    expect(await store.stateOf(idOf('u'))).toEqual({ factors: [], challenges: [] });
    await put(store, 'u', () => ({
      factors: [factor('a', verified), factor('c')],
      challenges: [],
    }));
    const unverified = factor('b', { ...verified, userId: idOf('v'), status: 'unverified' });
    await put(store, 'v', () => ({ factors: [unverified], challenges: [] }));
    expect(await store.holdersOf(phone)).toEqual([idOf('u')]);
    expect(await store.holdersOf('32470000000')).toEqual([]);
    await put(store, 'v', () => ({
      factors: [{ ...unverified, status: 'verified' }],
      challenges: [],
    }));
    expect((await store.holdersOf(phone)).toSorted()).toEqual([idOf('u'), idOf('v')]);
  });

  test('factors and challenges are returned as stored, oldest first, by user', async () => {
    const store = await open();
    const second = factor('b', {
      type: 'phone',
      phone: '32470123456',
      friendlyName: undefined,
      sealedSecret: undefined,
      createdAt: 2,
      lastChallengedAt: 3,
    });
    const sent = challenge('y', { factorId: idOf('b'), codeHash: 'hash', createdAt: 2, misses: 1 });
    await put(store, 'u', () => ({
      factors: [second, factor('a', { lastStep: 7, status: 'verified' })],
      challenges: [sent, challenge('x', { usedAt: 4 })],
    }));
    await put(store, 'v', () => ({
      factors: [factor('c', { userId: idOf('v') })],
      challenges: [],
    }));
    expect(await store.stateOf(idOf('u'))).toEqual({
      factors: [factor('a', { lastStep: 7, status: 'verified' }), second],
      challenges: [challenge('x', { usedAt: 4 }), sent],
    });
    expect((await store.ofUser(idOf('v'))).map(({ id }) => id)).toEqual([idOf('c')]);
  });

  test('a change for a user who is gone has its result, and is no error', async () => {
    const store = await open();
    const added = factor('a', { userId: idOf('gone') });
    const state = { factors: [added], challenges: [challenge('x')], recoveryCodes: ['1'] };
    expect(await store.change(idOf('gone'), () => ({ state, result: 'done' }))).toBe('done');
    expect(await store.ofUser(idOf('u'))).toEqual([]);
  });

  test('the list of a user holds no secrets', async () => {
    const store = await open();
    await put(store, 'u', () => ({ factors: [factor('a', { lastStep: 3 })], challenges: [] }));
    const [seen] = await store.ofUser(idOf('u'));
    expect(seen?.id).toBe(idOf('a'));
    expect(seen).not.toHaveProperty('sealedSecret');
    expect(seen).not.toHaveProperty('lastStep');
  });

  test('a change replaces the state; a factor left out is removed with its challenges', async () => {
    const store = await open();
    await put(store, 'u', () => ({
      factors: [factor('a'), factor('b', { createdAt: 2 })],
      challenges: [challenge('x'), challenge('y', { factorId: idOf('b') })],
    }));
    const verified = factor('a', { status: 'verified', updatedAt: 5, lastStep: 9 });
    await put(store, 'u', ({ challenges }) => ({
      factors: [verified],
      challenges: challenges
        .filter(({ factorId }) => factorId === idOf('a'))
        .map((held) => ({ ...held, misses: 2 })),
    }));
    expect(await store.stateOf(idOf('u'))).toEqual({
      factors: [verified],
      challenges: [challenge('x', { misses: 2 })],
    });
  });

  test('whatever a change gives a factor or a challenge, nothing of it is lost', async () => {
    const store = await open();
    const other = factor('b', { createdAt: 3 });
    await put(store, 'u', () => ({
      factors: [factor('a'), other],
      challenges: [challenge('x')],
    }));
    const changed = factor('a', {
      type: 'phone',
      status: 'verified',
      friendlyName: 'tablet',
      phone: '32470123456',
      createdAt: 2,
      updatedAt: 3,
      lastChallengedAt: 4,
      sealedSecret: 'sealed anew',
      lastStep: 5,
    });
    const asked = challenge('x', {
      factorId: idOf('b'),
      sessionId: idOf('t'),
      codeHash: 'hash',
      misses: 1,
      createdAt: 2,
      expiresAt: 20,
      usedAt: 3,
    });
    await put(store, 'u', () => ({ factors: [changed, other], challenges: [asked] }));
    expect(await store.stateOf(idOf('u'))).toEqual({
      factors: [changed, other],
      challenges: [asked],
    });
  });

  test('recovery codes are kept as the last change left them, and are those of one user', async () => {
    const store = await open();
    const codes = async (user: string) => (await store.stateOf(idOf(user))).recoveryCodes;
    await put(store, 'u', () => ({
      factors: [factor('a')],
      challenges: [],
      recoveryCodes: ['1', '2'],
    }));
    await put(store, 'v', () => ({ factors: [], challenges: [], recoveryCodes: ['1'] }));
    await put(store, 'u', (state) => ({ ...state, challenges: [challenge('x')] }));
    expect(await codes('u')).toEqual(['1', '2']);
    await put(store, 'u', (state) => ({ ...state, recoveryCodes: ['3'] }));
    expect(await codes('u')).toEqual(['3']);
    await put(store, 'u', () => ({ factors: [], challenges: [] }));
    expect([await codes('u'), await codes('v')]).toEqual([undefined, ['1']]);
  });

  test('each of many concurrent changes sees the one before', async () => {
    const store = await open();
    await put(store, 'u', () => ({ factors: [factor('a')], challenges: [challenge('x')] }));
    const seen = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.change(idOf('u'), (state) => ({
          state: {
            ...state,
            challenges: state.challenges.map((held) => ({ ...held, misses: held.misses + 1 })),
          },
          result: state.challenges[0]?.misses,
        })),
      ),
    );
    expect(seen.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  test('a sweep removes expired challenges and factors that were never verified', async () => {
    const store = await open();
    await put(store, 'u', () => ({
      factors: [
        factor('a', { status: 'verified' }),
        factor('b', { createdAt: 4 }),
        factor('c', { createdAt: 5 }),
      ],
      challenges: [
        challenge('x', { expiresAt: 10 }),
        challenge('y', { expiresAt: 11 }),
        challenge('of the removed', { factorId: idOf('b'), expiresAt: 11 }),
      ],
    }));
    expect(await store.sweep(5, 10)).toBe(2);
    const { factors, challenges } = await store.stateOf(idOf('u'));
    expect([factors, challenges].map((rows) => rows.map(({ id }) => nameOf(id)))).toEqual([
      ['a', 'c'],
      ['y'],
    ]);
  });
}
