/** A task that waits; it is started, or rejected because the queue is full. */
type Waiting = (isStarted: boolean) => void;

/** The waiting tasks of one group by key, and how many those are. */
interface Group {
  readonly lines: Map<string, Waiting[]>;
  waiting: number;
}

/** Runs a task; `undefined`: it was rejected, because the queue is full. */
export type Run = <T>(key: string, task: () => Promise<T>) => Promise<T | undefined>;

type Line = readonly [key: string, waiting: Waiting[]];

const longestOf = (lines: Iterable<Line>) =>
  [...lines].reduce<Line>((a, b) => (b[1].length > a[1].length ? b : a), ['', []]);

/** The first entry of a map, which is taken out. */
function takeFirst<T>(map: Map<string, T>): readonly [string, T] | undefined {
  const [first] = map;
  if (first) map.delete(first[0]);
  return first;
}

/**
 * Runs at most `width` tasks at once and lets `limit` more wait. Groups of keys take turns, and so do the keys within a
 * group. A full queue rejects a waiting task: it picks the group with the most waiting tasks, in it the key with the
 * most, and of that key the newest. So no key and no group can keep the tasks of others out. A task that throws frees
 * its slot. Source: docs/security.md#PW-3.
 */
export function fairQueue(
  width: number,
  limit: number,
  groupOf: (key: string) => string = (key) => key,
): Run {
  const groups = new Map<string, Group>();
  let running = 0;
  let waiting = 0;

  const rejectFrom = (group: Group, [key, line]: Line) => {
    group.waiting -= 1;
    waiting -= 1;
    line.pop()?.(false);
    if (line.length === 0) group.lines.delete(key);
  };
  /** Rejects a task of another group that would wait with more than `own` does, or else of another key of its group. */
  const makeRoom = (own: Group | undefined, ownLine: readonly Waiting[]): boolean => {
    const none: Group = { lines: new Map(), waiting: 0 };
    const largest = [...groups.values()].reduce((a, b) => (b.waiting > a.waiting ? b : a), none);
    const isLarger = largest.waiting > (own?.waiting ?? 0) + 1;
    const group = isLarger ? largest : own;
    const longest = longestOf(group?.lines ?? []);
    if (!group || (!isLarger && longest[1].length <= ownLine.length + 1)) return false;
    rejectFrom(group, longest);
    return true;
  };
  const startNext = () => {
    const [name, group] = takeFirst(groups) ?? [];
    const [key, line] = (group && takeFirst(group.lines)) ?? [];
    if (name === undefined || !group || key === undefined || !line) {
      running -= 1;
      return;
    }
    const next = line.shift();
    if (line.length > 0) group.lines.set(key, line);
    group.waiting -= 1;
    if (group.waiting > 0) groups.set(name, group);
    waiting -= 1;
    next?.(true);
  };

  return async (key, task) => {
    if (running >= width) {
      const name = groupOf(key);
      const known = groups.get(name);
      if (waiting >= limit && !makeRoom(known, known?.lines.get(key) ?? [])) return undefined;
      const isStarted = await new Promise<boolean>((resolve) => {
        const group = groups.get(name) ?? { lines: new Map<string, Waiting[]>(), waiting: 0 };
        const line = group.lines.get(key) ?? [];
        line.push(resolve);
        group.lines.set(key, line);
        group.waiting += 1;
        groups.set(name, group);
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
