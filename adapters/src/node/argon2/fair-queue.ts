/** A task that waits; it is started, or rejected because the queue is full. */
type Waiting = (isStarted: boolean) => void;

/** Runs a task; `undefined`: it was rejected, because the queue is full. */
export type Run = <T>(key: string, task: () => Promise<T>) => Promise<T | undefined>;

/**
 * Runs at most `width` tasks at once and lets `limit` more wait. The keys take turns, and a full queue rejects the
 * newest task of the key with the most waiting ones, so that no key can keep the tasks of others out. A task that
 * throws frees its slot.
 * Source: docs/security.md#PW-3.
 */
export function fairQueue(width: number, limit: number): Run {
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  /** Rejects the newest task of the key with the most waiting ones, if those are more than `own`. */
  const makeRoom = (own: number): boolean => {
    const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= own) return false;
    waiting -= 1;
    longest.pop()?.(false);
    return true;
  };
  const startNext = () => {
    const [key, line] = lines.entries().next().value ?? [];
    if (key === undefined || !line) {
      running -= 1;
      return;
    }
    lines.delete(key);
    const next = line.shift();
    if (line.length > 0) lines.set(key, line);
    waiting -= 1;
    next?.(true);
  };

  return async (key, task) => {
    if (running >= width) {
      const line = lines.get(key) ?? [];
      if (waiting >= limit && !makeRoom(line.length + 1)) return undefined;
      const isStarted = await new Promise<boolean>((resolve) => {
        line.push(resolve);
        lines.set(key, line);
        waiting += 1;
      });
      if (!isStarted) return undefined;
    } else running += 1;
    try {
      return await task();
    } finally {
      startNext();
    }
  };
}
