import { err, ok, type Result } from 'neverthrow';

/** The queue for a key is full. */
export interface TooManyWaiting {
  readonly kind: 'overloaded';
  readonly retryAfterSeconds: number;
}

/** How many run at once per key, and how many may wait. */
const width = 2;
const queueLimit = 100;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs at most two pieces of work per key at once. A sign-in reserves a failure before its password is checked, so
 * without this a few correct sign-ins at once would lock the account. The lockout itself is kept in the database.
 */
export function keyedSemaphore() {
  const lines = new Map<string, Line>();
  return async <T>(key: string, work: () => Promise<T>): Promise<Result<T, TooManyWaiting>> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < width) line.running += 1;
    else if (line.waiting.length >= queueLimit)
      return err({ kind: 'overloaded', retryAfterSeconds: 2 });
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return ok(await work());
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else {
        line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    }
  };
}
