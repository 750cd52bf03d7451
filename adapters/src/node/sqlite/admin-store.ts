import type { AdminStore } from '@coachsite/core/admins';
import { err, ok } from 'neverthrow';
import type { Database } from './database.ts';
import { type SqliteUserStore, takenError } from './user-store.ts';

export function sqliteAdminStore({ sql, write }: Database, users: SqliteUserStore): AdminStore {
  const count = sql
    .prepare<[], number>("SELECT count(*) FROM user_roles WHERE role = 'admin'")
    .pluck();
  const isAdmin = sql.prepare<[string]>(
    "SELECT 1 FROM user_roles WHERE role = 'admin' AND user_id = ?",
  );
  const grant = sql.prepare<[string, number]>(
    "INSERT INTO user_roles (user_id, role, granted_at_ms) VALUES (?, 'admin', ?)",
  );
  const revoke = sql.prepare<[string]>(
    "DELETE FROM user_roles WHERE role = 'admin' AND user_id = ?",
  );
  const admins = () => count.get() ?? 0;
  return {
    exists: async () => admins() > 0,
    createFirst: async (user, now) => {
      try {
        const created = await write(() => {
          if (admins() > 0) return false;
          users.add(user);
          grant.run(user.id, now);
          return true;
        });
        return created ? ok() : err({ kind: 'setup_closed' });
      } catch (error) {
        return err(takenError(error));
      }
    },
    revoke: async (userId, force) => {
      const revoked = await write(() => {
        if (!isAdmin.get(userId)) return false;
        if (admins() === 1 && !force) return undefined;
        revoke.run(userId);
        return true;
      });
      return revoked === undefined ? err({ kind: 'last_admin' }) : ok(revoked);
    },
  };
}
