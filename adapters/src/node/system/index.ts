import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Digest, Ids, Random } from '@coachsite/core/kernel';

/** The clock of the system. */
export const systemClock: Clock = { now: () => Date.now() };
/** Random bytes of the operating system. */
export const cryptoRandom: Random = { bytes: (length) => new Uint8Array(randomBytes(length)) };
/** Random UUIDs of version 4. */
export const cryptoIds: Ids = { uuid: () => randomUUID() };
/** SHA-256 by Node.js. */
export const sha256: Digest = {
  sha256: (data) => new Uint8Array(hash('sha256', data, 'buffer')),
};
export { sharedFor } from './shared-for.ts';
