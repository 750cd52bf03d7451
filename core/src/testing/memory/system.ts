import type { Clock, Digest, EpochMs, Ids, Random } from '../../kernel/index.ts';
import { sha256, utf8 } from './hashing.ts';

/** A clock that stands still until it is set. */
export interface MemoryClock extends Clock {
  /** Sets the time, also back. */
  readonly set: (now: EpochMs) => void;
  /** Moves the time by milliseconds; negative moves it back. */
  readonly advance: (ms: number) => void;
}

/** A clock for tests; it starts on 14 November 2023. */
export function memoryClock(start: EpochMs = 1_700_000_000_000): MemoryClock {
  let now = start;
  return {
    now: () => now,
    set: (time) => {
      now = time;
    },
    advance: (ms) => {
      now += ms;
    },
  };
}

/** Bytes that repeat with their seed (xorshift32): for tests, not for secrets. */
export function memoryRandom(seed = 1): Random {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 16) & 0xff;
  };
  return { bytes: (length) => Uint8Array.from({ length }, next) };
}

/** Ids that count up, in the form of version 4. */
export function memoryIds(): Ids {
  let count = 0;
  return {
    uuid: () => {
      count += 1;
      return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
    },
  };
}

/** SHA-256 in JavaScript. */
export const memoryDigest: Digest = {
  sha256: (data) => sha256(typeof data === 'string' ? utf8(data) : data),
};
