import type { Role, RoleStore } from '@coachsite/core/roles';
import type { Database } from './database.ts';

/** Roles in the database. */
export function sqliteRoleStore({ sql, write }: Database): RoleStore {
  const rolesOf = sql
    .prepare<[string], Role>('SELECT role FROM user_roles WHERE user_id = ? ORDER BY role')
    .pluck();
  const grant = sql.prepare<[string, Role, number]>(
    'INSERT INTO user_roles VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const user = sql.prepare<[string]>('SELECT 1 FROM users WHERE id = ?');
  const revoke = sql.prepare<[string, Role]>(
    'DELETE FROM user_roles WHERE user_id = ? AND role = ?',
  );
  const holders = sql
    .prepare<[Role], string>(
      'SELECT user_id FROM user_roles WHERE role = ? ORDER BY granted_at_ms, rowid',
    )
    .pluck();
  return {
    rolesOf: async (userId) => rolesOf.all(userId),
    grant: (userId, role, now) =>
      write(() => {
        if (!user.get(userId)) return false;
        grant.run(userId, role, now);
        return true;
      }),
    revoke: (userId, role) => write(() => revoke.run(userId, role).changes > 0),
    holders: async (role) => holders.all(role),
  };
}
