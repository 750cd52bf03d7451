import { type Random, toBase64Url } from '../kernel/index.ts';
import type { AdminStore, SetupTokenStore } from './ports.ts';

/** 192 bits; the requirement is 128 (BT-2). */
const setupTokenBytes = 24;

/**
 * Returns the token of the set-up link, created at the first call. Once an admin exists, removes it and returns
 * `undefined`. Source: docs/rules.md#2, docs/contract.md#1.
 */
export async function openSetup(ports: {
  readonly admins: AdminStore;
  readonly setupTokens: SetupTokenStore;
  readonly random: Random;
}): Promise<string | undefined> {
  if (!(await ports.admins.exists())) {
    return ports.setupTokens.offer(toBase64Url(ports.random.bytes(setupTokenBytes)));
  }
  await ports.setupTokens.remove();
  return undefined;
}
