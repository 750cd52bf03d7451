import {
  type User,
  type UserStore,
  withNewStamp,
  withoutPendingChanges,
} from '../../account/index.ts';
import { defaultMaxSessionsPerUser } from '../../defaults/index.ts';
import { type Session, type SessionStore, sessionsBeside } from '../../session/index.ts';
import { byValue } from './by-value.ts';

/**
 * A `SessionStore` in memory, of at most `maxPerUser` sessions of a user; `users` are the accounts, in memory too: their rules
 * run at once.
 */
export function memorySessionStore(
  users: UserStore,
  maxPerUser: number = defaultMaxSessionsPerUser,
): SessionStore {
  const sessions = new Map<string, Session>();
  const removeWhere = (test: (session: Session) => boolean) => {
    const gone = [...sessions.values()].filter(test);
    for (const { id } of gone) sessions.delete(id);
    return gone.length;
  };
  const usedAt = ({ refreshedAt, createdAt }: Session) => refreshedAt ?? createdAt;
  const put = (session: Session) => {
    const surplus = [...sessions.values()]
      .filter(({ userId }) => userId === session.userId)
      .reverse()
      .sort((a, b) => usedAt(b) - usedAt(a))
      .slice(sessionsBeside(maxPerUser));
    for (const { id } of surplus) sessions.delete(id);
    sessions.set(session.id, session);
  };
  return byValue({
    byId: async (id) => sessions.get(id),
    ofUser: async (userId) =>
      [...sessions.values()]
        .filter((session) => session.userId === userId)
        .reverse()
        .sort((a, b) => b.createdAt - a.createdAt),
    create: async (session, securityStamp) => {
      let isStored = false;
      const add = (user: User) => {
        isStored = user.securityStamp === securityStamp;
        if (isStored) put(session);
        return user;
      };
      await users.change(session.userId, add);
      return isStored;
    },
    change: async (id, rule) => {
      const current = sessions.get(id);
      if (!current) return undefined;
      const { session, result } = rule(current);
      if (session) sessions.set(id, session);
      else sessions.delete(id);
      return result;
    },
    remove: async (id) => sessions.delete(id),
    removeOfUser: async (userId, exceptId) => {
      const changed = users.change(userId, withNewStamp);
      const count = removeWhere((session) => session.userId === userId && session.id !== exceptId);
      await changed;
      return count;
    },
    removeAll: async () => {
      const all = await users.list(Number.MAX_SAFE_INTEGER);
      const ended = (user: User) => withNewStamp(withoutPendingChanges(user));
      const changed = all.map(({ id }) => users.change(id, ended));
      const count = removeWhere(() => true);
      await Promise.all(changed);
      return count;
    },
    sweep: async (unusedSince, now) =>
      removeWhere(
        ({ notAfter, refreshedAt, createdAt }) =>
          (notAfter !== undefined && notAfter <= now) || (refreshedAt ?? createdAt) < unusedSince,
      ),
  });
}
