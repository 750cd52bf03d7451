import { isUuid } from '@coachsite/core/kernel';
import type { Ports } from '@coachsite/core/testing';
import * as testing from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failuresOf, type Suite } from './support/failures-of.ts';
import {
  overMemory,
  passkeyStores,
  sessionStores,
  tokenStores,
  type Wrap,
} from './support/over-memory.ts';

/** The methods whose first arguments, so many of them, are ids that the port documents as UUIDs. */
const idsFirst: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AdminStore: { revoke: 1, ban: 1 },
  EbookStore: { restore: 1 },
  FactorStore: { ofUser: 1, stateOf: 1, change: 1 },
  FlowStore: { clearCodes: 1 },
  MessageStore: { update: 1, remove: 1 },
  PasskeyStore: { ofUser: 1, change: 1, clear: 1, take: 1 },
  ReportStore: { remove: 1 },
  RoleStore: { rolesOf: 1, grant: 1, revoke: 1 },
  SessionStore: { byId: 1, ofUser: 1, change: 1, remove: 1, removeOfUser: 2 },
  TokenStore: { clear: 1 },
  UserStore: { byId: 1, change: 1, remove: 1 },
};

/** Members of what is given to a method that hold such ids, in the ports where they do. */
const idMembers = new Set([
  'userId',
  'userIds',
  'sessionId',
  'factorId',
  'linkSessionId',
  'savedBy',
]);
const withOwnIds =
  /^(AdminStore|EbookStore|FactorStore|InterestStore|LaunchStore|MessageStore|PasskeyStore|ReportStore|SecurityLog|SessionStore|TokenStore|UserStore)$/;

/** Throws, as a column of the type `uuid` does. */
function mustBeUuid(value: unknown): void {
  if (Array.isArray(value)) value.forEach(mustBeUuid);
  else if (typeof value === 'string' && !isUuid(value)) throw new Error(`'${value}' is no UUID`);
}

/** Looks at every member of a value, at any depth, except data that a person or a provider gives, and mails. */
function checkMembers(value: unknown, port: string): void {
  if (typeof value !== 'object' || value === null || 'html' in value) return;
  for (const [name, held] of Object.entries(value)) {
    if (idMembers.has(name) || (name === 'id' && withOwnIds.test(port))) mustBeUuid(held);
    else if (!/^(data|metadata|details)$/.test(name)) checkMembers(held, port);
  }
}

/** A store whose columns of ids accept UUIDs only. */
const strict =
  (port: keyof Ports): Wrap =>
  (store) => {
    const methods = Object.entries(store).map(([name, method]: [string, unknown]) => {
      if (typeof method !== 'function') return [name, method];
      const call = (...given: readonly unknown[]): unknown => {
        given.slice(0, idsFirst[port]?.[name] ?? 0).forEach(mustBeUuid);
        if (port === 'SecurityLog' && name === 'list')
          mustBeUuid((given[0] as { readonly before?: string }).before);
        if (port === 'UserStore' && name === 'list') mustBeUuid(given[1]);
        const rows = given.map((argument) =>
          typeof argument === 'function' ? checkedRule(argument as Rule, port) : argument,
        );
        for (const argument of given) checkMembers(argument, port);
        return method(...rows);
      };
      return [name, call];
    });
    return Object.fromEntries(methods);
  };

type Rule = (...given: readonly unknown[]) => unknown;

/** A rule of the caller, such as what becomes of a user: what it returns is stored. */
const checkedRule =
  (rule: Rule, port: string): Rule =>
  (...given) => {
    const made = rule(...given);
    checkMembers(made, port);
    return made;
  };

/** Stores beside the one under test, which keep ids, too. */
const beside: Readonly<Record<string, Suite>> = {
  'the users of AdminStore': (runner) =>
    testing.adminStoreContract(runner, async () => {
      const [users, roles] = [testing.memoryUserStore(), testing.memoryRoleStore()];
      return {
        users: strict('UserStore')(users),
        roles: strict('RoleStore')(roles),
        admins: testing.memoryAdminStore(users, roles),
      };
    }),
  'the users of SessionStore': (runner) =>
    testing.sessionStoreContract(runner, async () => {
      const stores = await sessionStores();
      return { ...stores, users: strict('UserStore')(stores.users) };
    }),
  'the users of PasskeyStore': (runner) =>
    testing.passkeyStoreContract(runner, async () => {
      const stores = await passkeyStores();
      return { ...stores, users: strict('UserStore')(stores.users) };
    }),
  'the users of TokenStore': (runner) =>
    testing.tokenStoreContract(runner, async () => {
      const stores = await tokenStores();
      return { ...stores, users: strict('UserStore')(stores.users) };
    }),
  'the interests of LaunchStore': (runner) =>
    testing.launchStoreContract(runner, async () => {
      const queue = testing.memoryMailQueue();
      const store = testing.memoryInterestStore(queue);
      return {
        queue,
        store: strict('InterestStore')(store),
        launches: testing.memoryLaunchStore(store, queue),
      };
    }),
};

describe('a store with columns of the type uuid passes the suite of', () => {
  const ports = Object.keys(overMemory) as (keyof Ports)[];
  test.each(ports)('%s', async (port) => {
    expect(await failuresOf((runner) => overMemory[port](runner, strict(port)))).toEqual([]);
  });
  test.each(Object.entries(beside))('%s', async (_, suite) => {
    expect(await failuresOf(suite)).toEqual([]);
  });
});

test('a session of the generators has UUIDs', () => {
  fc.assert(
    fc.property(testing.session, ({ id, userId }) => {
      expect([id, userId].every(isUuid)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('an id of a test is a UUID, another one for each name, and sorts as the name does', () => {
  const name = fc.stringMatching(/^[a-z0-9-]{1,15}$/);
  fc.assert(
    fc.property(name, name, (one, other) => {
      const ids = [one, other].map(testing.idOf);
      expect(ids.every(isUuid)).toBe(true);
      expect(ids.toSorted()).toEqual([one, other].toSorted().map(testing.idOf));
      expect(ids[0] === ids[1]).toBe(one === other);
    }),
  );
});
