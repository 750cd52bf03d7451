import type { User } from '@coachsite/core/account';
import type { KeptFactor } from '@coachsite/core/mfa';
import type { TokenStore } from '@coachsite/core/one-time-token';
import type { SessionStore } from '@coachsite/core/session';
import {
  adminStoreContract,
  factorStoreContract,
  flowStoreContract,
  memoryAdminStore,
  memoryFactorStore,
  memoryFlowStore,
  memoryRoleStore,
  memorySessionStore,
  memoryTokenStore,
  memoryUserStore,
  roleStoreContract,
  sessionStoreContract,
  tokenStoreContract,
  userOf,
  userStoreContract,
} from '@coachsite/core/testing';
import { ok } from 'neverthrow';
import { sessionStores, tokenStores } from './over-memory.ts';
import type { Sabotages } from './watch.ts';

export const accountStoreSabotages: Sabotages = {
  'does not check a changed e-mail address': (runner) =>
    userStoreContract(runner, async () => {
      const store = memoryUserStore();
      const moved = new Map<string, User>();
      return {
        ...store,
        byId: async (id) => moved.get(id) ?? store.byId(id),
        change: async (id, rule) => {
          const user = moved.get(id) ?? (await store.byId(id));
          if (!user) return ok(undefined);
          moved.set(id, rule(user));
          return ok(moved.get(id));
        },
      };
    }),
  'finds a user by an address that was only asked for': (runner) =>
    userStoreContract(runner, async () => {
      const store = memoryUserStore();
      return { ...store, byEmail: async (email) => (await store.ofRecipient(email))[0] };
    }),
  'lets others change a session before it wrote it': (runner) =>
    sessionStoreContract(runner, async () => {
      const { users, sessions: store } = await sessionStores();
      const sessions: SessionStore = {
        ...store,
        change: async (id, rule) => {
          const current = await store.byId(id);
          if (!current) return undefined;
          const { session, result } = rule(current);
          await Promise.resolve();
          await store.change(id, () => ({ session, result: undefined }));
          return result;
        },
      };
      return { users, sessions };
    }),
  'adds sessions whatever the stamp': (runner) =>
    sessionStoreContract(runner, async () => {
      const { users, sessions } = await sessionStores();
      const create: SessionStore['create'] = async (session) => {
        const user = await users.byId(session.userId);
        return sessions.create(session, user?.securityStamp ?? 0);
      };
      return { users, sessions: { ...sessions, create } };
    }),
  'compares the stamp before it adds the session': (runner) =>
    sessionStoreContract(runner, async () => {
      const { users, sessions } = await sessionStores();
      const create: SessionStore['create'] = async (session, securityStamp) => {
        const read = async () => (await users.byId(session.userId))?.securityStamp ?? -1;
        if ((await read()) !== securityStamp) return false;
        return sessions.create(session, await read());
      };
      return { users, sessions: { ...sessions, create } };
    }),
  'ends all sessions but those of sign-ins under way': (runner) =>
    sessionStoreContract(runner, async () => {
      const { users, sessions } = await sessionStores();
      const removeOfUser: SessionStore['removeOfUser'] = async (userId, exceptId) => {
        const held = (await sessions.ofUser(userId)).filter(({ id }) => id !== exceptId);
        await Promise.all(held.map(({ id }) => sessions.remove(id)));
        return held.length;
      };
      return { users, sessions: { ...sessions, removeOfUser } };
    }),
  'ends the session that should stay': (runner) =>
    sessionStoreContract(runner, async () => {
      const { users, sessions } = await sessionStores();
      const removeOfUser = (userId: string) => sessions.removeOfUser(userId);
      return { users, sessions: { ...sessions, removeOfUser } };
    }),
  'keeps sessions without end': (runner) =>
    sessionStoreContract(runner, async () => {
      const { users, sessions } = await sessionStores();
      const stores = Array.from({ length: 2000 }, () => memorySessionStore(users));
      const used: (typeof stores)[number][] = [];
      const all = async () => used;
      const endless: SessionStore = {
        ...sessions,
        create: async (session, securityStamp) => {
          const store = stores.pop();
          if (store) used.push(store);
          return (await store?.create(session, securityStamp)) ?? false;
        },
        ofUser: async (userId) =>
          (await Promise.all((await all()).map((store) => store.ofUser(userId)))).flat(),
      };
      return { users, sessions: endless };
    }),
  'gives a link out twice': (runner) =>
    tokenStoreContract(runner, async () => {
      const { users, tokens } = await tokenStores();
      const takeByLink: TokenStore['takeByLink'] = async (...given) => {
        const taken = await tokens.takeByLink(...given);
        if (taken) await tokens.issue(taken);
        return taken;
      };
      return { users, tokens: { ...tokens, takeByLink } };
    }),
  'does not count wrong codes': (runner) =>
    tokenStoreContract(runner, async () => {
      const { users, tokens: store } = await tokenStores();
      const tokens: TokenStore = {
        ...store,
        takeByCode: async (recipient, slots, matches, now) => {
          const misses = { count: 0 };
          const taken = await store.takeByCode(
            recipient,
            slots,
            (token) => {
              const isRight = matches(token);
              if (!isRight) misses.count += 1;
              return isRight;
            },
            now,
          );
          const [first] = slots;
          if (!taken && misses.count > 0 && first)
            for (const slot of slots) {
              const held = await store.takeByLink('link-a', [slot], now);
              if (held) await store.issue({ ...held, misses: 0 });
            }
          return taken;
        },
      };
      return { users, tokens };
    }),
  'takes a token under the stamp of its issue': (runner) =>
    tokenStoreContract(runner, async () => {
      const { users, tokens } = await tokenStores();
      const takeByLink: TokenStore['takeByLink'] = async (...given) => {
        const taken = await tokens.takeByLink(...given);
        return taken && { ...taken, securityStamp: 0 };
      };
      return { users, tokens: { ...tokens, takeByLink } };
    }),
  'shows the secrets of factors in the list': (runner) =>
    factorStoreContract(runner, async () => {
      const store = memoryFactorStore();
      const ofUser = async (id: string): Promise<readonly KeptFactor[]> =>
        (await store.stateOf(id)).factors;
      return { ...store, ofUser };
    }),
  'keeps the challenges of a removed factor': (runner) =>
    factorStoreContract(runner, async () => {
      const store = memoryFactorStore();
      const challenges = new Map<string, Awaited<ReturnType<typeof store.stateOf>>['challenges']>();
      return {
        ...store,
        change: async (userId, rule) =>
          store.change(userId, (state) => {
            const changed = rule({ ...state, challenges: challenges.get(userId) ?? [] });
            challenges.set(userId, changed.state.challenges);
            return changed;
          }),
        stateOf: async (userId) => ({
          ...(await store.stateOf(userId)),
          challenges: challenges.get(userId) ?? [],
        }),
        sweep: async () => 0,
      };
    }),
  'accepts an assertion again': (runner) =>
    flowStoreContract(runner, async () => ({
      ...memoryFlowStore(),
      rememberAssertion: async () => true,
    })),
  'gives a code out twice': (runner) =>
    flowStoreContract(runner, async () => {
      const store = memoryFlowStore();
      return {
        ...store,
        takeCode: async (hash) => {
          const code = await store.takeCode(hash);
          if (code) await store.issueCode(code);
          return code;
        },
      };
    }),
  'appoints a first admin beside another one': (runner) =>
    adminStoreContract(runner, async () => {
      const [users, roles] = [memoryUserStore(), memoryRoleStore()];
      const admins = memoryAdminStore(users, roles);
      const appoint: typeof admins.appoint = (user, _onlyFirst, now) =>
        admins.appoint(user, false, now);
      return { users, roles, admins: { ...admins, appoint } };
    }),
  'takes the role of the last admin away': (runner) =>
    adminStoreContract(runner, async () => {
      const [users, roles] = [memoryUserStore(), memoryRoleStore()];
      const admins = memoryAdminStore(users, roles);
      return { users, roles, admins: { ...admins, revoke: (id) => admins.revoke(id, true) } };
    }),
  'takes the role whatever the stamp': (runner) =>
    adminStoreContract(runner, async () => {
      const [users, roles] = [memoryUserStore(), memoryRoleStore()];
      const admins = memoryAdminStore(users, roles);
      const revoke: typeof admins.revoke = (id, force) => admins.revoke(id, force);
      return { users, roles, admins: { ...admins, revoke } };
    }),
  'keeps a token of a user who is gone': (runner) =>
    tokenStoreContract(runner, async () => {
      const { users } = await tokenStores();
      const byId: typeof users.byId = async (id) => (await users.byId(id)) ?? userOf(id);
      return { users, tokens: memoryTokenStore({ byId }) };
    }),
  'bans the last admin': (runner) =>
    adminStoreContract(runner, async () => {
      const [users, roles] = [memoryUserStore(), memoryRoleStore()];
      const admins = memoryAdminStore(users, roles);
      const ban: typeof admins.ban = (id, until) => admins.ban(id, until, true);
      return { users, roles, admins: { ...admins, ban } };
    }),
  'removes an account whatever its stamp': (runner) =>
    userStoreContract(runner, async () => {
      const users = memoryUserStore();
      return { ...users, remove: (id) => users.remove(id) };
    }),
  'ignores where a page of accounts begins': (runner) =>
    userStoreContract(runner, async () => {
      const users = memoryUserStore();
      return { ...users, list: (limit) => users.list(limit) };
    }),
  'finds one holder of a number alone': (runner) =>
    factorStoreContract(runner, async () => {
      const store = memoryFactorStore();
      return { ...store, holdersOf: async (phone) => (await store.holdersOf(phone)).slice(0, 1) };
    }),
  'says that a role was not granted': (runner) =>
    roleStoreContract(runner, async () => {
      const store = memoryRoleStore();
      const grant: typeof store.grant = async (...given) => {
        await store.grant(...given);
        return false;
      };
      return { ...store, grant };
    }),
  'lists the holders of a role in any order': (runner) =>
    roleStoreContract(runner, async () => {
      const store = memoryRoleStore();
      return { ...store, holders: async (role) => (await store.holders(role)).toReversed() };
    }),
};
