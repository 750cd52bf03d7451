type Payload = Record<string, unknown> & { readonly uid?: string; readonly grantId?: string };

/** A storage adapter for oidc-provider: one map for all its models, in memory. */
export function providerMemory() {
  const kept = new Map<string, Payload>();
  return (kind: string) => {
    const keyOf = (id: string) => `${kind}:${id}`;
    const first = (matches: (payload: Payload) => boolean) =>
      [...kept].find(([key, payload]) => key.startsWith(`${kind}:`) && matches(payload))?.[1];
    return {
      upsert: async (id: string, payload: Payload) => void kept.set(keyOf(id), payload),
      find: async (id: string) => kept.get(keyOf(id)),
      findByUid: async (uid: string) => first((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id: string) => {
        const payload = kept.get(keyOf(id));
        if (payload) kept.set(keyOf(id), { ...payload, consumed: Math.floor(Date.now() / 1000) });
      },
      destroy: async (id: string) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId: string) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
