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

  /** Lets the next one of a line have a place. */
  const pass = (key: string, line: Line, place: number) => {
    const next = line.waiting.shift();
    if (next) return next(place);
    line.free.push(place);
    if (line.free.length === width) lines.delete(key);
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
    const name = `sign-in ${place} ${key}`;
    let held: SharedLocks | undefined;
    try {
      if (locks && !(await isTaken(locks, name))) return err(tooMany);
      held = locks;
      return ok(await work());
    } finally {
      // The response waits for no lock that is given back; who is next here would find it taken. One that cannot be ends by itself.
      const freed = held?.free(name).catch(() => undefined) ?? Promise.resolve();
      void freed.then(() => pass(key, line, place));
    }
  };
}
