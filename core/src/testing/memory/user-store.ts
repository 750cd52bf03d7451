import { err, ok } from 'neverthrow';
import { isSsoUser, type TakenError, type User, type UserStore } from '../../account/index.ts';
import { byValue } from './by-value.ts';

/**
 * A `UserStore` in memory. Sessions, roles and whatever else belongs to a user are in other stores: a user is deleted without
 * them, and `removeUnused` does not see them.
 */
export function memoryUserStore(): UserStore {
  const users = new Map<string, User>();
  const all = () => [...users.values()];

  const takenBy = (user: User): TakenError | undefined => {
    const others = all().filter(({ id }) => id !== user.id);
    const { email, phone } = user;
    const isKey = email !== undefined && !isSsoUser(user);
    if (isKey && others.some((other) => other.email === email && !isSsoUser(other)))
      return { kind: 'email_exists' };
    if (phone !== undefined && others.some((other) => other.phone === phone))
      return { kind: 'phone_exists' };
    const isTaken = user.identities.some(({ provider, subject }) =>
      others.some(({ identities }) =>
        identities.some((held) => held.provider === provider && held.subject === subject),
      ),
    );
    return isTaken ? { kind: 'identity_already_exists' } : undefined;
  };
  const put = (user: User) => {
    const taken = takenBy(user);
    if (taken) return err(taken);
    users.set(user.id, user);
    return ok(undefined);
  };

  return byValue({
    byId: async (id) => users.get(id),
    byEmail: async (email) => all().find((user) => user.email === email && !isSsoUser(user)),
    byPhone: async (phone) => all().find((user) => user.phone === phone),
    byNewPhone: async (phone) =>
      all()
        .filter((user) => user.newPhone === phone)
        .toSorted((a, b) => (b.phoneChangeSentAt ?? 0) - (a.phoneChangeSentAt ?? 0))[0],
    ofRecipient: async (recipient) =>
      all()
        .filter(({ email, formerEmail, newEmail, phone, newPhone }) =>
          [email, formerEmail, newEmail, phone, newPhone].some((one) => one === recipient),
        )
        .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    byIdentity: async (provider, subject) =>
      all().find(({ identities }) =>
        identities.some((held) => held.provider === provider && held.subject === subject),
      ),
    create: async (user) => put(user),
    change: async (id, rule) => {
      const current = users.get(id);
      if (!current) return ok(undefined);
      const next = rule(current);
      return put(next).map(() => next);
    },
    remove: async (id, securityStamp) => {
      const stamp = users.get(id)?.securityStamp;
      return (securityStamp === undefined || securityStamp === stamp) && users.delete(id);
    },
    removeUnused: async (before, rule, limit) => {
      const gone = all()
        .filter((user) => user.createdAt < before && rule(user))
        .slice(0, limit);
      for (const { id } of gone) users.delete(id);
      return gone.length;
    },
    unconfirmedBeyond: async (count) =>
      all()
        .filter(({ emailConfirmedAt, phoneConfirmedAt }) => !emailConfirmedAt && !phoneConfirmedAt)
        .map(({ createdAt }) => createdAt)
        .toSorted((a, b) => b - a)[count],
    list: async (limit, after) => {
      const sorted = all().toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
      const start = sorted.findIndex(({ id }) => id === after) + 1;
      return sorted.slice(start, start + limit);
    },
  });
}
