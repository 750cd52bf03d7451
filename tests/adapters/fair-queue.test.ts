import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairQueue } from '#adapters/src/node/argon2/fair-queue.ts';

/** A queue whose tasks end when the test says so; `started` lists the names of the tasks in the order they began. */
function controlled(width: number, limit: number, groupOf?: (key: string) => string) {
  const run = fairQueue(width, limit, groupOf);
  const started: string[] = [];
  const running: (() => void)[] = [];
  const add = (key: string, name: string) =>
    run(key, async () => {
      started.push(name);
      await new Promise<void>((end) => {
        running.push(end);
      });
      return name;
    });
  const endAll = async () => {
    for (let end = running.shift(); end; end = running.shift()) {
      end();
      await nextTurn();
    }
  };
  return { add, started, endAll, running };
}

test('keys take turns, whatever the first one sent before', async () => {
  const { add, started, endAll } = controlled(1, 10);
  const done = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => add(name.charAt(0), name));
  await endAll();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await Promise.all(done)).toHaveLength(7);
});

test('a full queue rejects the newest task of the key that waits most', async () => {
  const { add, started, endAll } = controlled(1, 4);
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => add('a', name));
  const other = add('b', 'b1');
  await endAll();
  expect(await Promise.all(flood)).toEqual(['a1', 'a2', 'a3', 'a4', undefined, undefined]);
  expect(await other).toBe('b1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('a full queue rejects a new task of the key that waits most, and none that waits', async () => {
  const { add, endAll } = controlled(1, 4);
  const line = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => add(name.charAt(0), name));
  const late = ['a4', 'b3'].map((name) => add(name.charAt(0), name));
  await endAll();
  expect(await Promise.all(line)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  expect(await Promise.all(late)).toEqual([undefined, undefined]);
});

test('a task that throws frees its slot', async () => {
  const run = fairQueue(1, 1);
  await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run('a', async () => 'next')).toBe('next');
});

test('no more than the width run at once, every task ends or is rejected, and a lone task is never rejected', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 3, max: 6 }),
      fc.array(fc.constantFrom('a', 'b'), { maxLength: 30 }),
      async (width, limit, keys) => {
        const { add, running, endAll } = controlled(width, limit);
        const done = keys.map((key, index) => add(key, `${key}${index}`));
        const lone = add('lone', 'lone');
        await nextTurn();
        expect(running.length).toBeLessThanOrEqual(width);
        await endAll();
        const results = await Promise.all(done);
        expect(results.filter(Boolean)).toHaveLength(
          Math.min(keys.length, width + limit) - (keys.length >= width + limit ? 1 : 0),
        );
        expect(await lone).toBe('lone');
      },
    ),
  );
});

/** The group of the keys of one network: their first letter. */
const network = (key: string) => key.charAt(0);

test('groups take turns first, and within a group its keys', async () => {
  const { add, started, endAll } = controlled(1, 20, network);
  const names = ['z', 'a1', 'a1', 'a1', 'a2', 'a3', 'b1', 'b1', 'c1'];
  const done = names.map((name) => add(name, name));
  await endAll();
  expect(started).toEqual(['z', 'a1', 'b1', 'c1', 'a2', 'b1', 'a3', 'a1', 'a1']);
  expect(await Promise.all(done)).toHaveLength(names.length);
});

test('a full queue rejects the newest of the group that waits most, each of whose keys waits once', async () => {
  const { add, endAll } = controlled(1, 6, network);
  const flood = Array.from({ length: 20 }, (_, at) => `a${at}`).map((name) => add(name, name));
  const others = ['b1', 'c1', 'b2'].map((name) => add(name, name));
  await endAll();
  expect(await Promise.all(others)).toEqual(['b1', 'c1', 'b2']);
  expect((await Promise.all(flood)).filter(Boolean)).toHaveLength(4);
});

test('in a group that fills the queue alone its greedy key gives way to the others', async () => {
  const { add, endAll } = controlled(1, 6, network);
  const greedy = Array.from({ length: 10 }, () => add('a1', 'a1'));
  const others = ['a2', 'a3'].map((name) => add(name, name));
  await endAll();
  expect(await Promise.all(others)).toEqual(['a2', 'a3']);
  expect((await Promise.all(greedy)).filter(Boolean)).toHaveLength(5);
});
