import type { Role, RoleStore } from '../../roles/index.ts';

/** A `RoleStore` in memory. */
export function memoryRoleStore(): RoleStore {
  const rows: { readonly userId: string; readonly role: Role; readonly at: number }[] = [];
  const indexOf = (userId: string, role: Role) =>
    rows.findIndex((row) => row.userId === userId && row.role === role);
  return {
    rolesOf: async (userId) => rows.filter((row) => row.userId === userId).map(({ role }) => role),
    grant: async (userId, role, now) => {
      if (indexOf(userId, role) < 0) rows.push({ userId, role, at: now });
      return true;
    },
    revoke: async (userId, role) => {
      const index = indexOf(userId, role);
      if (index >= 0) rows.splice(index, 1);
      return index >= 0;
    },
    holders: async (role) =>
      rows
        .filter((row) => row.role === role)
        .toSorted((a, b) => a.at - b.at)
        .map(({ userId }) => userId),
  };
}
