import { type AdminStore, withIdOf } from '@coachsite/core/admins';
import { err, ok } from 'neverthrow';
import { toReplaced } from '../rows/user.ts';
import { type Connection, type Database, type Transaction, violated } from '../sql/database.ts';
import { rowLock, sql } from '../sql/dialect.ts';
import { retried } from '../sql/retried.ts';
import { type None, prepared } from '../sql/statement.ts';
import type { SqlUserStore } from './user-store.ts';

interface Of {
  readonly userId: string;
}

const anyAdmin = prepared<None>("SELECT 1 FROM user_roles WHERE role = 'admin' LIMIT 1");
const grant = prepared<Of & { at: number }>(
  "INSERT INTO user_roles (user_id, role, granted_at_ms) VALUES (:userId, 'admin', :at)",
);
const revoke = prepared<Of>("DELETE FROM user_roles WHERE role = 'admin' AND user_id = :userId");
const accountOf = prepared<
  { email: string | null },
  {
    readonly id: string;
    readonly created_at_ms: number;
    readonly security_stamp: number;
    readonly granted_at_ms: number | null;
  }
>(
  sql`SELECT id, created_at_ms, security_stamp, granted_at_ms FROM users
   LEFT JOIN user_roles ON user_id = id AND role = 'admin' WHERE email = :email
   ${rowLock('FOR UPDATE OF users')}`,
);
const remove = prepared<{ id: string }>('DELETE FROM users WHERE id = :id');
const ban = prepared<Of & { bannedUntil: number }>(
  `UPDATE users SET banned_until_ms = :bannedUntil, security_stamp = security_stamp + 1
   WHERE id = :userId`,
);
interface Standing {
  readonly security_stamp: number | null;
  readonly is_admin: boolean | number;
  readonly has_others: boolean | number;
}

const lastAdmin = prepared<Of, Standing>(
  `SELECT (SELECT security_stamp FROM users WHERE id = :userId) AS security_stamp,
     EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin' AND user_id = :userId) AS is_admin,
     EXISTS (SELECT 1 FROM user_roles JOIN users ON users.id = user_id
       WHERE role = 'admin' AND user_id <> :userId AND banned_until_ms IS NULL) AS has_others`,
);

const exists = async (on: Connection) => (await anyAdmin.run(on, {})) > 0;

async function isLast(on: Connection, userId: string): Promise<boolean> {
  const found = await lastAdmin.get(on, { userId });
  return Boolean(found?.is_admin) && !found?.has_others;
}

/** A sign-up took the address after the appointment had looked for its account; the next try finds it. */
const isJustTaken = (error: unknown) => violated(error) === 'users_email';

/** Waits for every other change of who is admin. */
const lockAdmins = (on: Transaction) => on.lock('admins');

/** Who is admin, in the database. `users` are the accounts of the same database. */
export function sqlAdminStore(database: Database, users: SqlUserStore): AdminStore {
  const { write } = database;
  const appoint: AdminStore['appoint'] = (user, onlyFirst, now) =>
    write(async (on) => {
      await lockAdmins(on);
      if (onlyFirst && (await exists(on))) return err({ kind: 'setup_closed' });
      const replaced = await accountOf.get(on, { email: user.email ?? null });
      // Every row that refers to the user goes with it, so nothing of the account can be forgotten here.
      if (replaced) await remove.run(on, replaced);
      const stored = replaced ? withIdOf(toReplaced(replaced), user) : user;
      await users.add(on, stored);
      const grantedAt = replaced?.granted_at_ms ?? undefined;
      await grant.run(on, { userId: stored.id, at: grantedAt ?? now });
      const existed = replaced !== undefined;
      return ok({ user: stored, existed, wasAdmin: grantedAt !== undefined });
    });
  return {
    exists: () => exists(database),
    appoint: (user, onlyFirst, now) => retried(() => appoint(user, onlyFirst, now), isJustTaken),
    revoke: (userId, force, securityStamp) =>
      write(async (on) => {
        await lockAdmins(on);
        const found = await lastAdmin.get(on, { userId });
        if (!found?.is_admin) return ok(false);
        const isOther = securityStamp !== undefined && securityStamp !== found.security_stamp;
        if (isOther) return ok(false);
        if (!found.has_others && !force) return err({ kind: 'last_admin' });
        await revoke.run(on, { userId });
        return ok(true);
      }),
    ban: (userId, bannedUntil, force) =>
      write(async (on) => {
        await lockAdmins(on);
        if (!force && (await isLast(on, userId))) return err({ kind: 'last_admin' });
        await ban.run(on, { userId, bannedUntil });
        return ok();
      }),
  };
}
