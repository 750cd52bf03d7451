import fc from 'fast-check';
import type { UserStore } from '../../account/index.ts';
import { defaultMaxSessionsPerUser } from '../../defaults/index.ts';
import type { Session, SessionStore } from '../../session/index.ts';
import { session as anySession } from '../arbitraries.ts';
import { idOf, nameOf } from '../ids.ts';
import { emailOf, phoneOf } from '../recipients.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

const session = (name: string, user = 'u', extra: Partial<Session> = {}): Session => ({
  id: idOf(name),
  userId: idOf(user),
  amr: [{ method: 'password', at: 1000 }],
  createdAt: 1000,
  refreshedAt: undefined,
  notAfter: undefined,
  ip: '192.0.2.1',
  userAgent: 'a browser',
  refresh: { counter: 0, start: 0, key: 'k', hash: 'h', rotatedAt: 1000 },
  ...extra,
});

const ids = (sessions: readonly Session[]) => sessions.map(({ id }) => nameOf(id));

/** The stores of a test of sessions; they share their accounts. */
export interface SessionStores {
  readonly users: UserStore;
  readonly sessions: SessionStore;
}

/**
 * `openStores` returns stores with the users `idOf('u')` and `idOf('v')`, whose stamps are 0; `maxPerUser` is how many
 * sessions of a user the store keeps, five or more.
 */
export function sessionStoreContract(
  runner: TestRunner,
  openStores: () => Promise<SessionStores>,
  { maxPerUser = defaultMaxSessionsPerUser }: { readonly maxPerUser?: number } = {},
): void {
  const { test, expect } = runner;
  const open = async () => (await openStores()).sessions;
  ownRowsTest(
    runner,
    async () => {
      const store = await open();
      return { put: (row) => store.create(row, 0), get: () => store.byId(idOf('a')) };
    },
    () => session('a'),
  );

  keptRowTest(
    runner,
    async () => {
      const store = await open();
      return { put: (row) => store.create(row, 0), get: () => store.byId(idOf('a')) };
    },
    session('a', 'u', {
      createdAt: today,
      refreshedAt: today + 1,
      notAfter: today + 2,
      userAgent: anyWords(400),
      refresh: { counter: 7, start: 3, key: 'k', hash: 'h', rotatedAt: today + 3 },
    }),
  );

  test('a session is returned as stored', async () => {
    const store = await open();
    const full = session('a', 'u', {
      refreshedAt: 5,
      notAfter: 6,
      amr: [
        { method: 'totp', at: 3 },
        { method: 'sso/saml', at: 2, provider: 'p' },
      ],
    });
    await store.create(full, 0);
    expect(await store.byId(idOf('a'))).toEqual(full);
    expect(await store.byId(idOf('b'))).toBeUndefined();
  });

  test('whatever a session holds, nothing of it is lost', async () => {
    await fc.assert(
      fc.asyncProperty(anySession, async (stored) => {
        const store = await open();
        await store.create(stored, 0);
        expect(await store.byId(stored.id)).toEqual(stored);
        expect(await store.ofUser(idOf('u'))).toEqual([stored]);
      }),
      { numRuns: 30 },
    );
  });

  test('whatever a change gives a session, nothing of it is lost', async () => {
    const store = await open();
    await store.create(session('a'), 0);
    await fc.assert(
      fc.asyncProperty(anySession, async (any) => {
        const changed = { ...any, id: idOf('a'), userId: idOf('u') };
        await store.change(idOf('a'), () => ({ session: changed, result: undefined }));
        expect(await store.byId(idOf('a'))).toEqual(changed);
      }),
      { numRuns: 10 },
    );
  });

  test('a change returns its result, stores the new state, and may end the session', async () => {
    const store = await open();
    await store.create(session('a'), 0);
    const result = await store.change(idOf('a'), (current) => ({
      session: { ...current, refreshedAt: 7 },
      result: current.refresh.counter,
    }));
    expect(result).toBe(0);
    expect((await store.byId(idOf('a')))?.refreshedAt).toBe(7);
    await store.change(idOf('a'), () => ({ session: undefined, result: 'ended' }));
    expect(await store.byId(idOf('a'))).toBeUndefined();
    expect(await store.ofUser(idOf('u'))).toEqual([]);
    expect(
      await store.change(idOf('a'), (current) => ({ session: current, result: 1 })),
    ).toBeUndefined();
  });

  test('a user keeps the sessions that were used last, and the new one even after the clock was set back', async () => {
    const store = await open();
    await store.create(session('other', 'v'), 0);
    await store.create(session('first', 'u', { refreshedAt: 9000 }), 0);
    for (let i = 1; i <= maxPerUser; i += 1) {
      await store.create(session(`s${i}`, 'u', { createdAt: 1000 + i }), 0);
    }
    await store.create(session('early', 'u', { createdAt: 1 }), 0);
    const kept = ids(await store.ofUser(idOf('u')));
    expect(kept).toHaveLength(maxPerUser);
    for (const id of ['first', 'early', `s${maxPerUser}`]) expect(kept).toContain(id);
    expect(kept).not.toContain('s1');
    expect(kept).not.toContain('s2');
    expect(ids(await store.ofUser(idOf('v')))).toEqual(['other']);
  });

  test('of sessions that were used at the same time, the first one makes room', async () => {
    const store = await open();
    for (let i = 0; i <= maxPerUser; i += 1) await store.create(session(`s${i}`), 0);
    const kept = ids(await store.ofUser(idOf('u')));
    expect(kept).toEqual(Array.from({ length: maxPerUser }, (_, i) => `s${maxPerUser - i}`));
  });

  test('a session is added only under the stamp that its user has', async () => {
    const { users, sessions } = await openStores();
    expect(await sessions.create(session('a'), 1)).toBe(false);
    expect(await sessions.create(session('a'), 0)).toBe(true);
    (await users.change(idOf('u'), (user) => ({ ...user, securityStamp: 2 })))._unsafeUnwrap();
    for (const stamp of [0, 1, 3]) expect(await sessions.create(session('b'), stamp)).toBe(false);
    expect(await sessions.create(session('b'), 2)).toBe(true);
    expect(await sessions.create(session('c', 'nobody'), 0)).toBe(false);
    expect(ids(await sessions.ofUser(idOf('u'))).toSorted()).toEqual(['a', 'b']);
    expect(await sessions.create(session('d', 'v'), 0)).toBe(true);
  });

  test('what ends all sessions of a user gives them the next stamp', async () => {
    const { users, sessions } = await openStores();
    const stamps = async () =>
      Promise.all(['u', 'v'].map(async (id) => (await users.byId(idOf(id)))?.securityStamp));
    await sessions.create(session('a'), 0);
    await sessions.removeOfUser(idOf('u'), idOf('a'));
    expect(await stamps()).toEqual([1, 0]);
    expect(await sessions.create(session('late'), 0)).toBe(false);
    await sessions.removeOfUser(idOf('u'));
    expect(await stamps()).toEqual([2, 0]);
    await sessions.removeAll();
    expect(await stamps()).toEqual([3, 1]);
    expect(await sessions.create(session('late', 'v'), 0)).toBe(false);
    await sessions.create(session('b', 'v'), 1);
    await sessions.change(idOf('b'), (current) => ({ session: current, result: 0 }));
    await sessions.remove(idOf('b'));
    expect(await stamps()).toEqual([3, 1]);
  });

  test('the end of all sessions ends what they asked for: a new address, a new number', async () => {
    const { users, sessions } = await openStores();
    const asked = { newEmail: emailOf('eve@example.com'), newPhone: phoneOf('32470000000') };
    const half = { ...asked, emailChangeConfirmedBy: 'new' as const };
    (await users.change(idOf('u'), (user) => ({ ...user, ...half })))._unsafeUnwrap();
    await sessions.removeOfUser(idOf('u'));
    expect(await users.byId(idOf('u'))).toMatchObject(half);
    await sessions.removeAll();
    expect(await users.byId(idOf('u'))).toMatchObject({
      newEmail: undefined,
      newPhone: undefined,
      emailChangeConfirmedBy: undefined,
    });
    expect(await users.byNewPhone(asked.newPhone)).toBeUndefined();
  });

  test('no session is left of sign-ins that run while all sessions end', async () => {
    const { users, sessions } = await openStores();
    const made = Array.from({ length: 10 }, (_, i) => sessions.create(session(`s${i}`), 0));
    const ended = sessions.removeOfUser(idOf('u'));
    const late = Array.from({ length: 10 }, (_, i) => sessions.create(session(`late${i}`), 0));
    await Promise.all([...made, ended, ...late]);
    expect(await sessions.ofUser(idOf('u'))).toEqual([]);
    expect((await users.byId(idOf('u')))?.securityStamp).toBe(1);
  });

  test('concurrent changes run one after the other', async () => {
    const store = await open();
    await store.create(session('a'), 0);
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.change(idOf('a'), (current) => {
          const counter = current.refresh.counter + 1;
          const refresh = { ...current.refresh, counter };
          return { session: { ...current, refresh }, result: counter };
        }),
      ),
    );
    expect(results.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  test('all sessions of a user can be ended except one', async () => {
    const store = await open();
    for (const [id, createdAt] of [
      ['b', 1001],
      ['c', 1001],
      ['a', 1000],
    ] as const)
      await store.create(session(id, 'u', { createdAt }), 0);
    await store.create(session('d', 'v'), 0);
    expect(ids(await store.ofUser(idOf('u')))).toEqual(['c', 'b', 'a']);
    expect(await store.removeOfUser(idOf('u'), idOf('b'))).toBe(2);
    expect(ids(await store.ofUser(idOf('u')))).toEqual(['b']);
    expect(await store.removeOfUser(idOf('u'))).toBe(1);
    expect(ids(await store.ofUser(idOf('v')))).toEqual(['d']);
    expect(await store.remove(idOf('d'))).toBe(true);
    expect(await store.remove(idOf('d'))).toBe(false);
  });

  test('all sessions of all users end at once', async () => {
    const store = await open();
    await store.create(session('a', 'u'), 0);
    await store.create(session('b', 'v'), 0);
    expect(await store.removeAll()).toBe(2);
    expect(await store.byId(idOf('a'))).toBeUndefined();
    expect(await store.removeAll()).toBe(0);
  });

  test('a sweep removes what was used before a time, or ends at or before now', async () => {
    const store = await open();
    await store.create(session('old', 'u', { createdAt: 4 }), 0);
    await store.create(session('used', 'u', { createdAt: 4, refreshedAt: 5 }), 0);
    await store.create(session('over', 'u', { createdAt: 5, notAfter: 10 }), 0);
    await store.create(session('new', 'u', { createdAt: 5, notAfter: 11 }), 0);
    expect(await store.sweep(5, 10)).toBe(2);
    expect(ids(await store.ofUser(idOf('u'))).toSorted()).toEqual(['new', 'used']);
  });

  test('a sweep removes expired and unused sessions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            createdAt: fc.nat(20),
            refreshedAt: fc.option(fc.nat(20), { nil: undefined }),
            notAfter: fc.option(fc.nat(20), { nil: undefined }),
          }),
          { maxLength: Math.min(8, maxPerUser) },
        ),
        async (times) => {
          const store = await open();
          for (const [i, each] of times.entries())
            await store.create(session(`s${i}`, 'u', each), 0);
          await store.sweep(5, 10);
          const kept = times.flatMap(({ createdAt, refreshedAt, notAfter }, i) =>
            (notAfter === undefined || notAfter > 10) && (refreshedAt ?? createdAt) >= 5
              ? [`s${i}`]
              : [],
          );
          expect(ids(await store.ofUser(idOf('u'))).toSorted()).toEqual(kept.toSorted());
        },
      ),
      { numRuns: 30 },
    );
  });
}
