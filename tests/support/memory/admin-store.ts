import type { UserStore } from '@coachsite/core/account';
import type { AdminStore } from '@coachsite/core/admins';
import type { RoleStore } from '@coachsite/core/roles';
import { err, ok } from 'neverthrow';

export function memoryAdminStore(users: UserStore, roles: RoleStore): AdminStore {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs the steps one after the other, because each reads both stores. */
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const exists = async () => (await roles.holders('admin')).length > 0;
  return {
    exists,
    createFirst: (user, now) =>
      exclusively(async () => {
        if (await exists()) return err({ kind: 'setup_closed' as const });
        const created = await users.create(user);
        if (created.isOk()) await roles.grant(user.id, 'admin', now);
        return created;
      }),
    revoke: (userId, force) =>
      exclusively(async () => {
        const holders = await roles.holders('admin');
        const isLast = holders.length === 1 && holders[0] === userId;
        if (isLast && !force) return err({ kind: 'last_admin' as const });
        return ok(await roles.revoke(userId, 'admin'));
      }),
  };
}
