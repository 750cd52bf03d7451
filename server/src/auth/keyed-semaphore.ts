import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from 'neverthrow';
import type { SharedLocks } from '../compose/store-options.ts';

/** The queue for a key is full. */
export interface TooManyWaiting {
  readonly kind: 'overloaded';
  readonly retryAfterSeconds: number;
}

/** How many run at once per key, and how many may wait. */
const width = 2;
const queueLimit = 100;

/** How often a lock that another process holds is tried again, and for how long, in milliseconds. */
const retryMs = 15;
const longestWaitMs = 10_000;

const tooMany: TooManyWaiting = { kind: 'overloaded', retryAfterSeconds: 2 };

interface Line {
  /** The numbers of the places, below `width`, that are free. */
  readonly free: number[];
  readonly waiting: ((place: number) => void)[];
}

/** Waits for a lock of all processes; false when it takes too long. */
async function isTaken(locks: SharedLocks, name: string): Promise<boolean> {
  const end = performance.now() + longestWaitMs;
  while (!(await locks.take(name))) {
    if (performance.now() > end) return false;
    await wait(retryMs);
  }
  return true;
}

/**
 * Runs at most two pieces of work per key at once, in all processes that share `locks`. A sign-in reserves a failure
 * before its password is checked, so without this a few correct sign-ins at once would lock the account. The lockout
 * itself is kept in the database.
 */
export function keyedSemaphore(locks?: SharedLocks) {
  const lines = new Map<string, Line>();

  const inPlace = async <T>(name: string, work: () => Promise<T>) => {
    if (!locks) return ok(await work());
    if (!(await isTaken(locks, name))) return err(tooMany);
    try {
      return ok(await work());
    } finally {
      // Nobody waits for it: who takes the lock next does so on the same connection. One that is lost frees its locks.
      void locks.free(name).catch(() => undefined);
    }
  };

  return async <T>(key: string, work: () => Promise<T>): Promise<Result<T, TooManyWaiting>> => {
    const line: Line = lines.get(key) ?? {
      free: Array.from({ length: width }, (_, place) => place),
      waiting: [],
    };
    lines.set(key, line);
    if (line.waiting.length >= queueLimit) return err(tooMany);
    const place =
      line.free.pop() ?? (await new Promise<number>((resolve) => line.waiting.push(resolve)));
    try {
      return await inPlace(`sign-in ${place} ${key}`, work);
    } finally {
      const next = line.waiting.shift();
      if (next) next(place);
      else {
        line.free.push(place);
        if (line.free.length === width) lines.delete(key);
      }
    }
  };
}
