import { type AdminStore, withIdOf } from '@coachsite/core/admins';
import { err, ok } from 'neverthrow';
import { toReplaced } from '../rows/user.ts';
import type { Database } from './database.ts';
import type { SqliteUserStore } from './user-store.ts';

interface AccountRow {
  readonly id: string;
  readonly created_at_ms: number;
  readonly security_stamp: number;
  readonly granted_at_ms: number | null;
}

/** Who is admin, in the database. `users` are the accounts of the same database. */
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
  const accountOf = sql.prepare<[string | null], AccountRow>(
    `SELECT id, created_at_ms, security_stamp, granted_at_ms FROM users
     LEFT JOIN user_roles ON user_id = id AND role = 'admin' WHERE email = ?`,
  );
  const remove = sql.prepare<[string]>('DELETE FROM users WHERE id = ?');
  const stampOf = sql
    .prepare<[string], number>('SELECT security_stamp FROM users WHERE id = ?')
    .pluck();
  const othersOf = sql
    .prepare<[string], number>(
      `SELECT count(*) FROM user_roles JOIN users ON users.id = user_id
       WHERE role = 'admin' AND user_id <> ? AND banned_until_ms IS NULL`,
    )
    .pluck();
  const ban = sql.prepare<[number, string]>(
    'UPDATE users SET banned_until_ms = ?, security_stamp = security_stamp + 1 WHERE id = ?',
  );
  const admins = () => count.get() ?? 0;
  const isLast = (userId: string) =>
    isAdmin.get(userId) !== undefined && othersOf.get(userId) === 0;
  return {
    exists: async () => admins() > 0,
    appoint: (user, onlyFirst, now) =>
      write(() => {
        if (onlyFirst && admins() > 0) return err({ kind: 'setup_closed' });
        const replaced = accountOf.get(user.email ?? null);
        // Every row that refers to the user goes with it, so nothing of the account can be forgotten here.
        if (replaced) remove.run(replaced.id);
        const stored = replaced ? withIdOf(toReplaced(replaced), user) : user;
        users.add(stored);
        const grantedAt = replaced?.granted_at_ms ?? undefined;
        grant.run(stored.id, grantedAt ?? now);
        const existed = replaced !== undefined;
        return ok({ user: stored, existed, wasAdmin: grantedAt !== undefined });
      }),
    revoke: async (userId, force, securityStamp) => {
      const revoked = await write(() => {
        if (!isAdmin.get(userId)) return false;
        if (securityStamp !== undefined && securityStamp !== stampOf.get(userId)) return false;
        if (isLast(userId) && !force) return undefined;
        revoke.run(userId);
        return true;
      });
      return revoked === undefined ? err({ kind: 'last_admin' }) : ok(revoked);
    },
    ban: (userId, bannedUntil, force) =>
      write(() => {
        if (isLast(userId) && !force) return err({ kind: 'last_admin' });
        ban.run(bannedUntil, userId);
        return ok();
      }),
  };
}
