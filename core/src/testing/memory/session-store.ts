import { maxSessionsPerUser, type Session, type SessionStore } from '../../session/index.ts';
import { byValue } from './by-value.ts';

/** A `SessionStore` in memory. */
export function memorySessionStore(): SessionStore {
  const sessions = new Map<string, Session>();
  const removeWhere = (test: (session: Session) => boolean) => {
    const gone = [...sessions.values()].filter(test);
    for (const { id } of gone) sessions.delete(id);
    return gone.length;
  };
  return byValue({
    byId: async (id) => sessions.get(id),
    ofUser: async (userId) =>
      [...sessions.values()]
        .filter((session) => session.userId === userId)
        .reverse()
        .sort((a, b) => b.createdAt - a.createdAt),
    create: async (session) => {
      const usedAt = ({ refreshedAt, createdAt }: Session) => refreshedAt ?? createdAt;
      const surplus = [...sessions.values()]
        .filter(({ userId }) => userId === session.userId)
        .reverse()
        .sort((a, b) => usedAt(b) - usedAt(a))
        .slice(maxSessionsPerUser - 1);
      for (const { id } of surplus) sessions.delete(id);
      sessions.set(session.id, session);
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
    removeOfUser: async (userId, exceptId) =>
      removeWhere((session) => session.userId === userId && session.id !== exceptId),
    removeAll: async () => removeWhere(() => true),
    sweep: async (unusedSince, now) =>
      removeWhere(
        ({ notAfter, refreshedAt, createdAt }) =>
          (notAfter !== undefined && notAfter <= now) || (refreshedAt ?? createdAt) < unusedSince,
      ),
  });
}
