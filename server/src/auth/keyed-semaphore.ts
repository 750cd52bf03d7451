import { err, ok, type Result } from 'neverthrow';

/** Too many wait already. */
export interface TooManyWaiting {
  readonly kind: 'overloaded';
  readonly retryAfterSeconds: number;
}

/** So many may work on one key at once, and so many may wait for it. */
const width = 2;
const queueLimit = 100;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets work on one key proceed two at a time. Sign-ins of one account reserve a failure before the password is looked
 * at; without this, a handful of right ones at once would lock each other out. The limit itself is the database's.
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
