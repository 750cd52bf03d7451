import { type Random, toBase64Url } from '../kernel/index.ts';
import type { AdminStore, SetupTokenStore } from './ports.ts';

/** 192 bits; the requirement is 128 (BT-2). */
const setupTokenBytes = 24;

/**
 * The token of the set-up link while there is no admin, made at the first call; `undefined`, and no token
 * left behind, once there is one. Source: docs/rules.md#2, docs/contract.md#1.
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
