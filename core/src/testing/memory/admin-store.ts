import { err, ok } from 'neverthrow';
import { type UserStore, withNewStamp } from '../../account/index.ts';
import { type AdminStore, withIdOf } from '../../admins/index.ts';
import type { RoleStore } from '../../roles/index.ts';

/** An `AdminStore` in memory. */
export function memoryAdminStore(users: UserStore, roles: RoleStore): AdminStore {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs the steps one after the other, because each reads both stores. */
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const isLast = async (userId: string) => {
    const holders = await roles.holders('admin');
    const others = holders.filter((id) => id !== userId).map((id) => users.byId(id));
    const able = (await Promise.all(others)).filter((user) => user?.bannedUntil === undefined);
    return holders.includes(userId) && able.length === 0;
  };
  const exists = async () => (await roles.holders('admin')).length > 0;
  return {
    exists,
    appoint: (user, onlyFirst, now) =>
      exclusively(async () => {
        if (onlyFirst && (await exists())) return err({ kind: 'setup_closed' as const });
        const replaced = user.email && (await users.byEmail(user.email));
        const wasAdmin = replaced ? (await roles.rolesOf(replaced.id)).includes('admin') : false;
        if (replaced) await users.remove(replaced.id);
        const stored = replaced ? withIdOf(replaced, user) : user;
        (await users.create(stored))._unsafeUnwrap();
        await roles.grant(stored.id, 'admin', now);
        return ok({ user: stored, existed: replaced !== undefined, wasAdmin });
      }),
    revoke: (userId, force, securityStamp) =>
      exclusively(async () => {
        const stamp = (await users.byId(userId))?.securityStamp;
        if (securityStamp !== undefined && securityStamp !== stamp) return ok(false);
        if ((await isLast(userId)) && !force) return err({ kind: 'last_admin' as const });
        return ok(await roles.revoke(userId, 'admin'));
      }),
    ban: (userId, bannedUntil, force) =>
      exclusively(async () => {
        if ((await isLast(userId)) && !force) return err({ kind: 'last_admin' as const });
        await users.change(userId, (user) => withNewStamp({ ...user, bannedUntil }));
        return ok();
      }),
  };
}
