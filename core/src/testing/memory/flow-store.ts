import type { AuthCode, FlowState, FlowStore } from '../../federation/index.ts';

/** A `FlowStore` in memory. */
export function memoryFlowStore(): FlowStore {
  const codes = new Map<string, AuthCode>();
  const flows = new Map<string, { readonly flow: FlowState; readonly wasUsed: boolean }>();
  const assertions = new Map<string, number>();
  const removeExpired = <T>(map: Map<string, T>, expiryOf: (value: T) => number, now: number) => {
    const expired = [...map].filter(([, value]) => expiryOf(value) <= now);
    for (const [key] of expired) map.delete(key);
    return expired.length;
  };
  return {
    issueCode: async (code) => {
      codes.set(code.hash, code);
    },
    takeCode: async (hash) => {
      const code = codes.get(hash);
      codes.delete(hash);
      return code;
    },
    clearCodes: async (userId) => {
      for (const [hash, code] of codes) if (code.userId === userId) codes.delete(hash);
    },
    clearAllCodes: async () => codes.clear(),
    begin: async (flow) => {
      flows.set(flow.hash, { flow, wasUsed: false });
    },
    take: async (hash) => {
      const found = flows.get(hash);
      if (!found) return undefined;
      const flow = { ...found.flow, secret: '', nonce: '' };
      flows.set(hash, { flow, wasUsed: true });
      return found;
    },
    rememberAssertion: async (hash, expiresAt) => {
      if (assertions.has(hash)) return false;
      assertions.set(hash, expiresAt);
      return true;
    },
    sweep: async (now) =>
      removeExpired(codes, ({ expiresAt }) => expiresAt, now) +
      removeExpired(flows, ({ flow }) => flow.expiresAt, now) +
      removeExpired(assertions, (expiresAt) => expiresAt, now),
  };
}
