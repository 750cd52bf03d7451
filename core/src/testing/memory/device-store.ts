import type { DeviceStore, KnownDevice } from '../../sign-in/index.ts';

/** A `DeviceStore` in memory, of any users. */
export function memoryDeviceStore(): DeviceStore {
  const devices = new Map<string, KnownDevice & { readonly userId: string }>();
  const ofUser = (userId: string) =>
    [...devices]
      .filter(([, device]) => device.userId === userId)
      .toSorted(([, a], [, b]) => b.lastSeenAt - a.lastSeenAt);
  return {
    see: async ({ userId, hash }, now, { unusedSince, most }) => {
      const before = devices.get(hash);
      const isKnown = before !== undefined && before.lastSeenAt >= unusedSince;
      const firstSeenAt = isKnown ? before.firstSeenAt : now;
      devices.delete(hash);
      const others = ofUser(userId);
      for (const [key] of others.slice(most - 1)) devices.delete(key);
      devices.set(hash, { userId, firstSeenAt, lastSeenAt: now });
      return isKnown;
    },
    ofUser: async (userId) =>
      ofUser(userId).map(([, { firstSeenAt, lastSeenAt }]) => ({ firstSeenAt, lastSeenAt })),
    removeOfUser: async (userId) => {
      for (const [key] of ofUser(userId)) devices.delete(key);
    },
    sweep: async (unusedSince) => {
      const old = [...devices].filter(([, { lastSeenAt }]) => lastSeenAt < unusedSince);
      for (const [key] of old) devices.delete(key);
      return old.length;
    },
  };
}
