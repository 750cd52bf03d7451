import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Digest, Ids, Random } from '@coachsite/core/kernel';

export const systemClock: Clock = { now: () => Date.now() };
export const cryptoRandom: Random = { bytes: (length) => new Uint8Array(randomBytes(length)) };
export const cryptoIds: Ids = { uuid: () => randomUUID() };
export const sha256: Digest = {
  sha256: (data) => new Uint8Array(createHash('sha256').update(data).digest()),
};
export { sharedFor } from './shared-for.ts';
