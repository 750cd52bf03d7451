import fc from 'fast-check';
import type { AuthCode, FlowState, FlowStore } from '../../federation/index.ts';
import type { RoleStore } from '../../roles/index.ts';
import { idOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';

/** `open` returns a store with the users `idOf('u')` and `idOf('v')`. */
export function roleStoreContract(
  { test, expect }: TestRunner,
  open: () => Promise<RoleStore>,
): void {
  test('a role granted several times is held once', async () => {
    const store = await open();
    const grant = () => store.grant(idOf('u'), 'admin', today);
    const granted = await Promise.all(Array.from({ length: 5 }, grant));
    expect(granted).toEqual([true, true, true, true, true]);
    expect(await store.rolesOf(idOf('u'))).toEqual(['admin']);
    expect(await store.rolesOf(idOf('v'))).toEqual([]);
  });

  test('a role of a user who is gone is granted as the store says, without an error', async () => {
    const store = await open();
    const isGranted = await store.grant(idOf('gone'), 'admin', today);
    expect(await store.rolesOf(idOf('gone'))).toEqual(isGranted ? ['admin'] : []);
  });

  test('holders are listed in the order in which the role was granted', async () => {
    const store = await open();
    await store.grant(idOf('u'), 'admin', today + 1);
    await store.grant(idOf('v'), 'admin', today);
    expect(await store.holders('admin')).toEqual([idOf('v'), idOf('u')]);
    expect(await store.revoke(idOf('v'), 'admin')).toBe(true);
    expect(await store.revoke(idOf('v'), 'admin')).toBe(false);
    expect(await store.holders('admin')).toEqual([idOf('u')]);
  });

  test('after any sequence of grants and revocations the last one counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 10 }), async (steps) => {
        const store = await open();
        for (const give of steps) {
          if (give) await store.grant(idOf('u'), 'admin', 1);
          else await store.revoke(idOf('u'), 'admin');
        }
        expect(await store.rolesOf(idOf('u'))).toEqual(steps.at(-1) ? ['admin'] : []);
      }),
      { numRuns: 20 },
    );
  });
}

const code = (hash: string, extra: Partial<AuthCode> = {}): AuthCode => ({
  hash,
  userId: idOf('u'),
  securityStamp: 3,
  challenge: { challenge: 'c'.repeat(43), method: 's256' },
  method: 'magiclink',
  expiresAt: 10,
  ...extra,
});

const flow = (hash: string, extra: Partial<FlowState> = {}): FlowState => ({
  hash,
  kind: 'oidc',
  provider: 'example',
  redirectTo: 'https://site.example/after',
  challenge: { challenge: 'c'.repeat(43), method: 's256' },
  browserHash: 'b',
  linkSessionId: idOf('s'),
  secret: 'verifier',
  nonce: 'nonce',
  createdAt: 1,
  expiresAt: 10,
  ...extra,
});

/** `open` returns a store with the users `idOf('u')` and `idOf('v')`. */
export function flowStoreContract(runner: TestRunner, open: () => Promise<FlowStore>): void {
  const { test, expect } = runner;
  keptRowTest(
    runner,
    async () => {
      const store = await open();
      return { put: store.issueCode, get: () => store.takeCode('a') };
    },
    code('a', {
      expiresAt: today,
      provider: 'p',
      notAfter: today + 1,
      link: {
        sessionId: idOf('s'),
        provider: 'p',
        person: {
          subject: anyWords(200),
          email: undefined,
          emailVerified: false,
          data: { sub: anyWords(1000), empty: '', half: 0.5, at: today, none: null },
        },
      },
      providerTokens: { accessToken: 't'.repeat(5000), refreshToken: undefined },
    }),
  );

  test('a flow with times of today and a long address is kept as it is', async () => {
    const store = await open();
    const redirectTo = `https://site.example/${'a'.repeat(1500)}`;
    const kept = flow('a', { redirectTo, createdAt: today, expiresAt: today + 1 });
    await store.begin(kept);
    expect(await store.take('a')).toEqual({ flow: kept, wasUsed: false });
  });

  test('a code for a user who is gone is no error', async () => {
    const store = await open();
    await store.issueCode(code('a', { userId: idOf('gone') }));
    await store.issueCode(code('b'));
    expect(await store.takeCode('b')).toEqual(code('b'));
  });

  test('of many concurrent requests one takes a code', async () => {
    const store = await open();
    await store.issueCode(code('a'));
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.takeCode('a')));
    expect(taken.filter(Boolean)).toEqual([code('a')]);
    expect(await store.takeCode('a')).toBeUndefined();
    expect(await store.takeCode('b')).toBeUndefined();
  });

  test('the codes of all users are removed, and no flow', async () => {
    const store = await open();
    for (const user of ['u', 'v']) await store.issueCode(code(user, { userId: idOf(user) }));
    await store.begin(flow('f'));
    await store.clearAllCodes();
    expect([await store.takeCode('u'), await store.takeCode('v')]).toEqual([undefined, undefined]);
    expect(await store.take('f')).toMatchObject({ wasUsed: false });
  });

  test('a sweep removes expired codes', async () => {
    const store = await open();
    await store.issueCode(code('a'));
    await store.issueCode(code('b', { expiresAt: 20 }));
    expect(await store.sweep(9)).toBe(0);
    expect(await store.sweep(10)).toBe(1);
    expect(await store.takeCode('a')).toBeUndefined();
    expect(await store.takeCode('b')).toEqual(code('b', { expiresAt: 20 }));
  });

  test('a code keeps the details of its session', async () => {
    const store = await open();
    const full = code('a', {
      provider: 'p',
      notAfter: 5,
      link: {
        sessionId: idOf('s'),
        provider: 'p',
        person: { subject: '1', email: undefined, emailVerified: false, data: { sub: '1' } },
      },
      providerTokens: { accessToken: 'at', refreshToken: undefined },
    });
    await store.issueCode(full);
    expect(await store.takeCode('a')).toEqual(full);
  });

  test('clearing removes the codes of one user', async () => {
    const store = await open();
    await store.issueCode(code('a'));
    await store.issueCode(code('b', { userId: idOf('v') }));
    await store.clearCodes(idOf('u'));
    expect(await store.takeCode('a')).toBeUndefined();
    expect(await store.takeCode('b')).toEqual(code('b', { userId: idOf('v') }));
  });

  test('of many concurrent requests one takes a flow; the others get an error', async () => {
    const store = await open();
    const bare = flow('a', {
      kind: 'saml',
      challenge: undefined,
      browserHash: undefined,
      linkSessionId: undefined,
    });
    await store.begin(bare);
    await store.begin(flow('b'));
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('a')));
    expect(taken.filter((each) => each?.wasUsed === false)).toEqual([
      { flow: bare, wasUsed: false },
    ]);
    const late = await store.take('a');
    expect(late).toEqual({ flow: { ...bare, secret: '', nonce: '' }, wasUsed: true });
    expect(await store.take('b')).toEqual({ flow: flow('b'), wasUsed: false });
    expect(await store.take('c')).toBeUndefined();
  });

  test('an assertion is accepted once', async () => {
    const store = await open();
    const first = await Promise.all(
      Array.from({ length: 10 }, () => store.rememberAssertion('a', 10)),
    );
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await store.sweep(9)).toBe(0);
    expect(await store.sweep(10)).toBe(1);
    expect(await store.rememberAssertion('a', 20)).toBe(true);
  });

  test('a sweep removes expired flows', async () => {
    const store = await open();
    await store.begin(flow('a'));
    await store.begin(flow('b', { expiresAt: 20 }));
    expect(await store.sweep(10)).toBe(1);
    expect(await store.take('a')).toBeUndefined();
    expect(await store.take('b')).toBeDefined();
  });
}
