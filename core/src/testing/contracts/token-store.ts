import fc from 'fast-check';
import type { UserStore } from '../../account/index.ts';
import type { OneTimeToken, TokenSlot, TokenStore } from '../../one-time-token/index.ts';
import { maxCodeMisses } from '../../one-time-token/token.ts';
import { idOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';
import { keptRowTest, today } from './kept-rows.ts';
import { userOf } from './user-store.ts';

const token = (id: string, extra: Partial<OneTimeToken> = {}): OneTimeToken => ({
  id: idOf(id),
  userId: idOf('u'),
  slot: 'recovery',
  type: 'recovery',
  recipient: 'a@example.com',
  linkHash: `link-${id}`,
  codeHash: `code-${id}`,
  misses: 0,
  confirmsPassword: true,
  challenge: { challenge: 'c'.repeat(43), method: 's256' },
  createdAt: 0,
  linkExpiresAt: 100,
  codeExpiresAt: 50,
  ...extra,
});

const slots = ['confirmation', 'recovery'] as const satisfies readonly TokenSlot[];
const is = (id: string) => (candidate: OneTimeToken) => candidate.codeHash === `code-${id}`;

/** The stores of a test of tokens; they share their accounts. */
export interface TokenStores {
  readonly users: UserStore;
  readonly tokens: TokenStore;
}

/**
 * What a `TokenStore` does; `openStores` returns stores with the users `idOf('u')` and `idOf('v')` (`userOf`), whose stamps
 * are 0.
 */
export function tokenStoreContract(
  runner: TestRunner,
  openStores: () => Promise<TokenStores>,
): void {
  const { test, expect } = runner;
  const open = async () => (await openStores()).tokens;
  keptRowTest(
    runner,
    async () => {
      const store = await open();
      const get = async () => {
        const { securityStamp: _, ...kept } =
          (await store.takeByLink('link-a', slots, today)) ?? {};
        return kept;
      };
      return { put: store.issue, get };
    },
    token('a', {
      recipient: `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
      confirmsPassword: false,
      createdAt: today,
      linkExpiresAt: today + 1,
      codeExpiresAt: today + 2,
    }),
  );

  test('a link takes its token once, in its slot and time', async () => {
    const store = await open();
    await store.issue(token('a'));
    expect(await store.takeByLink('link-a', ['confirmation'], 1)).toBeUndefined();
    expect(await store.takeByLink('link-a', slots, 100)).toBeUndefined();
    expect(await store.takeByLink('link-b', slots, 1)).toBeUndefined();
    expect(await store.takeByLink('link-a', slots, 99)).toEqual({
      ...token('a'),
      securityStamp: 0,
    });
    expect(await store.takeByLink('link-a', slots, 99)).toBeUndefined();
  });

  test('a token of a user who is gone is not stored', async () => {
    const { users, tokens } = await openStores();
    await users.remove(idOf('v'));
    await tokens.issue(token('a', { userId: idOf('v') }));
    expect(await tokens.takeByLink('link-a', slots, 1)).toBeUndefined();
    expect(await tokens.takeByCode('a@example.com', slots, is('a'), 1)).toBeUndefined();
    await tokens.issue(token('a', { userId: idOf('v') }));
    await tokens.issue(token('b'));
    (await users.create(userOf(idOf('v'))))._unsafeUnwrap();
    expect(await tokens.takeByLink('link-a', slots, 1)).toBeUndefined();
    expect(await tokens.takeByLink('link-b', slots, 1)).toBeDefined();
  });

  test('an approval keeps the recipient it is for', async () => {
    const store = await open();
    const approval = token('a', { slot: 'email_change_current', newEmail: 'b@example.com' });
    await store.issue(approval);
    expect(await store.takeByLink('link-a', ['email_change_current'], 1)).toEqual({
      ...approval,
      securityStamp: 0,
    });
  });

  test('a token is taken with the stamp that its user has by then', async () => {
    const { users, tokens } = await openStores();
    await tokens.issue(token('a'));
    await tokens.issue(token('b', { userId: idOf('v') }));
    (await users.change(idOf('u'), (user) => ({ ...user, securityStamp: 7 })))._unsafeUnwrap();
    expect((await tokens.takeByLink('link-a', slots, 1))?.securityStamp).toBe(7);
    await tokens.issue(token('c', { slot: 'confirmation' }));
    const code = (id: string) => tokens.takeByCode('a@example.com', slots, is(id), 1);
    expect((await code('c'))?.securityStamp).toBe(7);
    expect((await code('b'))?.securityStamp).toBe(0);
  });

  test('of many concurrent requests one takes a token', async () => {
    const store = await open();
    await store.issue(token('a'));
    const byLink = Array.from({ length: 10 }, () => store.takeByLink('link-a', slots, 1));
    const byCode = Array.from({ length: 10 }, () =>
      store.takeByCode('a@example.com', slots, is('a'), 1),
    );
    const taken = await Promise.all([...byLink, ...byCode]);
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('a code is accepted only with its recipient, slot and time', async () => {
    const store = await open();
    await store.issue(token('a'));
    expect(await store.takeByCode('b@example.com', slots, is('a'), 1)).toBeUndefined();
    expect(await store.takeByCode('a@example.com', ['confirmation'], is('a'), 1)).toBeUndefined();
    expect(await store.takeByCode('a@example.com', slots, is('a'), 50)).toBeUndefined();
    expect(await store.takeByCode('a@example.com', slots, is('a'), 49)).toEqual({
      ...token('a'),
      securityStamp: 0,
    });
  });

  test('a code is accepted only with all of its recipient, however long', async () => {
    const store = await open();
    const long = (end: string) => `${'x'.repeat(60)}@${'long.'.repeat(36)}${end}.example`;
    await store.issue(token('a', { recipient: long('a') }));
    await store.issue(token('b', { recipient: long('b'), userId: idOf('v') }));
    const take = async (end: string) =>
      (await store.takeByCode(long(end), slots, () => true, 1))?.codeHash;
    expect([await take('b'), await take('b'), await take('a')]).toEqual([
      'code-b',
      undefined,
      'code-a',
    ]);
  });

  test('five wrong attempts invalidate the code, not the link', async () => {
    const store = await open();
    await store.issue(token('a'));
    await Promise.all(
      Array.from({ length: maxCodeMisses }, () =>
        store.takeByCode('a@example.com', slots, is('x'), 1),
      ),
    );
    expect(await store.takeByCode('a@example.com', slots, is('a'), 1)).toBeUndefined();
    expect((await store.takeByLink('link-a', slots, 1))?.misses).toBe(maxCodeMisses);
  });

  test('slots are tried in order, and a new token replaces the old one', async () => {
    const store = await open();
    await store.issue(token('a'));
    await store.issue(token('b', { slot: 'confirmation' }));
    await store.issue(token('c', { slot: 'confirmation', challenge: undefined }));
    const any = () => true;
    expect((await store.takeByCode('a@example.com', slots, any, 1))?.id).toBe(idOf('c'));
    expect((await store.takeByCode('a@example.com', slots, any, 1))?.id).toBe(idOf('a'));
    expect(await store.takeByCode('a@example.com', slots, any, 1)).toBeUndefined();
  });

  test('a code is tried on the tokens of every user with the recipient', async () => {
    const store = await open();
    const attempt = (id: string) => store.takeByCode('a@example.com', slots, is(id), 1);
    await store.issue(token('a'));
    await store.issue(token('b', { userId: idOf('v') }));
    await attempt('x');
    expect((await attempt('b'))?.id).toBe(idOf('b'));
    await store.issue(token('b', { userId: idOf('v') }));
    for (let miss = 0; miss < maxCodeMisses; miss += 1) await attempt('x');
    expect([await attempt('a'), await attempt('b')]).toEqual([undefined, undefined]);
  });

  test('a token stays while its link or its code is valid', async () => {
    const store = await open();
    await store.issue(token('a', { linkExpiresAt: 50, codeExpiresAt: 100 }));
    expect(await store.sweep(99)).toBe(0);
    expect((await store.takeByCode('a@example.com', slots, is('a'), 99))?.id).toBe(idOf('a'));
    await store.issue(token('a', { linkExpiresAt: 50, codeExpiresAt: 100 }));
    expect(await store.sweep(100)).toBe(1);
  });

  test('clearing removes the tokens of a user, sweeping the expired ones', async () => {
    const store = await open();
    await store.issue(token('a'));
    await store.issue(
      token('b', { userId: idOf('v'), linkHash: undefined, slot: 'reauthentication' }),
    );
    await store.clear(idOf('u'));
    expect(await store.takeByLink('link-a', slots, 1)).toBeUndefined();
    expect(await store.sweep(99)).toBe(0);
    expect(await store.sweep(100)).toBe(1);
  });

  test('in any sequence of attempts the first right code before five wrong ones takes the token', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 10 }), async (tries) => {
        const store = await open();
        await store.issue(token('a'));
        const results = [];
        for (const right of tries) {
          const matches = is(right ? 'a' : 'x');
          results.push((await store.takeByCode('a@example.com', slots, matches, 1)) !== undefined);
        }
        const first = tries.indexOf(true);
        const expected = tries.map((_, i) => i === first && first < maxCodeMisses);
        expect(results).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
}
