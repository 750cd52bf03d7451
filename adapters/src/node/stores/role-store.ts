import type { Role, RoleStore } from '@coachsite/core/roles';
import type { Database } from '../sql/database.ts';
import { place, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';
import { holdUser } from './held-user.ts';

const rolesOf = prepared<{ userId: string }, { role: Role }>(
  'SELECT role FROM user_roles WHERE user_id = :userId ORDER BY role',
);
const grant = prepared<{ userId: string; role: Role; now: number }>(
  `INSERT INTO user_roles (user_id, role, granted_at_ms) VALUES (:userId, :role, :now)
   ON CONFLICT DO NOTHING`,
);
const revoke = prepared<{ userId: string; role: Role }>(
  'DELETE FROM user_roles WHERE user_id = :userId AND role = :role',
);
const holders = prepared<{ role: Role }, { user_id: string }>(
  sql`SELECT user_id FROM user_roles WHERE role = :role ORDER BY granted_at_ms, ${place}`,
);

/** Roles in the database. */
export function sqlRoleStore(database: Database): RoleStore {
  return {
    rolesOf: async (userId) => (await rolesOf.all(database, { userId })).map(({ role }) => role),
    grant: (userId, role, now) =>
      database.write(async (on) => {
        const isThere = await holdUser(on, userId);
        if (isThere) await grant.run(on, { userId, role, now });
        return isThere;
      }),
    revoke: async (userId, role) => (await revoke.run(database, { userId, role })) > 0,
    holders: async (role) => (await holders.all(database, { role })).map(({ user_id }) => user_id),
  };
}
