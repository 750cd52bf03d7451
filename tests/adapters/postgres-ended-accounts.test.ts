import type { PostgresDatabase } from '@coachsite/adapters/postgres';
import {
  sqlFactorStore,
  sqlFlowStore,
  sqlRoleStore,
  sqlSessionStore,
  sqlTokenStore,
  sqlUserStore,
} from '@coachsite/adapters/stores';
import type { CanonicalEmail } from '@coachsite/core/account';
import type { UserId } from '@coachsite/core/kernel';
import type { KeptFactor, MfaState } from '@coachsite/core/mfa';
import { userOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { prepared } from '#adapters/src/node/sql/statement.ts';
import {
  interrupted,
  sessionOf,
  tokenOf,
  twoProcesses,
  untilAwaited,
} from '../support/two-processes.ts';

test('a token that is issued while another process takes the account over goes with it', async () => {
  const [one, other] = await twoProcesses();
  const users = [sqlUserStore(one), sqlUserStore(other)] as const;
  const email = 'ann@example.com' as CanonicalEmail;
  const user = { ...userOf('u'), email };
  (await users[0].create(user))._unsafeUnwrap();
  const tokens = sqlTokenStore(one);
  const { issued } = await other.write(async (on) => {
    await prepared("DELETE FROM users WHERE id = 'u'").run(on, {});
    const begun = tokens.issue(tokenOf(user.id));
    await untilAwaited(on);
    await users[1].add(on, { ...user, securityStamp: 1 });
    return { issued: begun };
  });
  await issued;
  expect(await tokens.takeByLink('link', ['recovery'], 2)).toBeUndefined();
});

const stateOf = (userId: string, status: KeptFactor['status']): MfaState => ({
  factors: [
    {
      id: 'f',
      userId,
      type: 'totp',
      status,
      friendlyName: undefined,
      phone: undefined,
      createdAt: 1,
      updatedAt: 1,
      lastChallengedAt: undefined,
      sealedSecret: 'sealed',
      lastStep: undefined,
    },
  ],
  challenges: [
    {
      id: 'c',
      factorId: 'f',
      sessionId: 's',
      codeHash: undefined,
      misses: 0,
      createdAt: 1,
      expiresAt: 10,
      usedAt: undefined,
    },
  ],
  recoveryCodes: ['hash'],
});

const identity = {
  id: 'i',
  provider: 'example',
  subject: '1',
  data: {},
  createdAt: 1,
  updatedAt: 1,
  lastSignInAt: 1,
};

test.each<[string, (database: PostgresDatabase) => Promise<unknown>, unknown]>([
  [
    'an authorization code',
    (database) =>
      sqlFlowStore(database).issueCode({
        hash: 'h',
        userId: 'u' as UserId,
        securityStamp: 0,
        challenge: { challenge: 'c', method: 's256' },
        method: 'oauth',
        expiresAt: 10,
      }),
    undefined,
  ],
  [
    'a factor',
    (database) =>
      sqlFactorStore(database).change('u' as UserId, () => ({
        state: stateOf('u', 'unverified'),
        result: 'added',
      })),
    'added',
  ],
  ['a role', (database) => sqlRoleStore(database).grant('u' as UserId, 'admin', 1), false],
  ['a token', (database) => sqlTokenStore(database).issue(tokenOf('u')), undefined],
  ['a session', (database) => sqlSessionStore(database).create(sessionOf('t', 'u'), 0), false],
  [
    'a refresh of a session',
    (database) =>
      sqlSessionStore(database).change('s', (session) => ({
        session: { ...session, refreshedAt: 2 },
        result: 'refreshed',
      })),
    undefined,
  ],
  [
    'an identity',
    async (database) =>
      (
        await sqlUserStore(database).change('u' as UserId, (user) => ({
          ...user,
          identities: [identity],
        }))
      )._unsafeUnwrap(),
    undefined,
  ],
])(
  '%s of an account that another process removes at the same moment is no error',
  async (_, write, result) => {
    const [one, other] = await twoProcesses();
    const users = sqlUserStore(one);
    (await users.create(userOf('u')))._unsafeUnwrap();
    await sqlSessionStore(one).create(sessionOf('s', 'u'), 0);
    const { written } = await other.write(async (on) => {
      await prepared("DELETE FROM users WHERE id = 'u'").run(on, {});
      const begun = write(one);
      await untilAwaited(on);
      return { written: begun };
    });
    expect(await written).toEqual(result);
    expect(await users.byId('u' as UserId)).toBeUndefined();
  },
);

test('a factor that is verified while another process takes the account over goes with it', async () => {
  const [one, other] = await twoProcesses();
  const users = [sqlUserStore(one), sqlUserStore(other)] as const;
  (await users[0].create(userOf('u')))._unsafeUnwrap();
  const factors = sqlFactorStore(one);
  const put = (status: KeptFactor['status']) =>
    factors.change('u' as UserId, () => ({ state: stateOf('u', status), result: undefined }));
  await put('unverified');
  const { verified } = await other.write(async (on) => {
    await prepared("DELETE FROM users WHERE id = 'u'").run(on, {});
    const begun = put('verified');
    await untilAwaited(on);
    await users[1].add(on, { ...userOf('u'), securityStamp: 1 });
    return { verified: begun };
  });
  await verified;
  expect(await factors.stateOf('u' as UserId)).toEqual({ factors: [], challenges: [] });
});

test('a wrong code is counted although a clean-up finds its factor at that moment', async () => {
  const [one, other] = await twoProcesses();
  (await sqlUserStore(one).create(userOf('u')))._unsafeUnwrap();
  const userId = 'u' as UserId;
  await sqlFactorStore(one).change(userId, () => ({
    state: stateOf('u', 'unverified'),
    result: undefined,
  }));
  let swept: Promise<unknown> | undefined;
  const sweep = () => (swept = sqlFactorStore(other).sweep(100, 0));
  const counting = sqlFactorStore(interrupted(one, 'INSERT INTO factor_challenges', sweep));
  const counted = await counting.change(userId, (state) => ({
    state: { ...state, challenges: state.challenges.map((held) => ({ ...held, misses: 1 })) },
    result: 'counted',
  }));
  expect([counted, await swept]).toEqual(['counted', 0]);
  expect((await counting.stateOf(userId)).challenges).toMatchObject([{ misses: 1 }]);
});
