import fc from 'fast-check';
import type { MissedPath, MissedPaths } from '../../redirects/index.ts';
import { keptRowTest, today } from '../contracts/kept-rows.ts';
import { ownRowsTest } from '../contracts/own-rows.ts';
import type { TestRunner } from '../runner.ts';
import { memoryMissedPaths } from './memory-missed-paths.ts';

const missed = (path: string, count: number, lastAt: number): MissedPath => ({
  path,
  count,
  lastAt,
});

/** What `MissedPaths` does; `open` returns an empty one. */
export function missedPathsContract(runner: TestRunner, open: () => Promise<MissedPaths>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const store = await open();
      return { put: (row: MissedPath) => store.add([row], 10), get: () => store.most(10) };
    },
    () => missed('/old', 1, 1),
  );

  keptRowTest(
    runner,
    async () => {
      const store = await open();
      return {
        put: (row: MissedPath) => store.add([row], 10),
        get: async () => (await store.most(10))[0],
      };
    },
    missed(`/${'caf%C3%A9/'.repeat(19)}`, 2 ** 40, today),
  );

  test('counts of a path are added up, with the last time it was missed', async () => {
    const store = await open();
    await store.add([missed('/a', 2, 20), missed('/b', 1, 5)], 10);
    await store.add([missed('/a', 3, 10), missed('/b', 1, 30)], 10);
    await store.add([], 10);
    expect(await store.most(10)).toEqual([missed('/a', 5, 20), missed('/b', 2, 30)]);
  });

  test('counts that arrive at once are all there', async () => {
    const store = await open();
    const paths = ['/a', '/b', '/c'];
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        store.add(
          (at % 2 === 0 ? paths : paths.toReversed()).map((path) => missed(path, 1, at)),
          10,
        ),
      ),
    );
    expect(await store.most(10)).toEqual(paths.map((path) => missed(path, 12, 11)));
  });

  test('the paths most missed come first, of those of one count the last missed', async () => {
    const store = await open();
    await store.add([missed('/b', 1, 7), missed('/A', 1, 7), missed('/a', 1, 7)], 10);
    await store.add([missed('/often', 2, 1), missed('/late', 1, 8)], 10);
    const all = await store.most(10);
    expect(all.map(({ path }) => path)).toEqual(['/often', '/late', '/A', '/a', '/b']);
    expect(await store.most(2)).toEqual(all.slice(0, 2));
  });

  test('beyond the limit those go that were missed least often, and longest ago', async () => {
    const store = await open();
    await store.add([missed('/twice', 2, 1), missed('/old', 1, 2)], 3);
    await store.add([missed('/new', 1, 3), missed('/newer', 1, 4)], 3);
    expect((await store.most(10)).map(({ path }) => path)).toEqual(['/twice', '/newer', '/new']);
    const invented = Array.from({ length: 40 }, (_, at) => missed(`/invented-${at}`, 1, 5 + at));
    await store.add(invented, 3);
    expect((await store.most(100)).map(({ path }) => path)).toEqual([
      '/twice',
      '/invented-39',
      '/invented-38',
    ]);
  });

  test('a purge removes the paths last missed before its time', async () => {
    const store = await open();
    await store.add([missed('/a', 9, 1), missed('/b', 1, 2)], 10);
    await store.add([missed('/c', 1, 1), missed('/c', 1, 3)], 10);
    expect(await store.purge(2)).toBe(1);
    expect((await store.most(10)).map(({ path }) => path)).toEqual(['/c', '/b']);
  });

  test('any counts are kept as in the model', async () => {
    const row = fc.record({
      path: fc.constantFrom('/a', '/b', '/c', '/d', '/e'),
      count: fc.integer({ min: 1, max: 3 }),
      lastAt: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        async (batches, keep) => {
          const store = await open();
          const model = memoryMissedPaths();
          for (const batch of batches) {
            await store.add(batch, keep);
            await model.add(batch, keep);
            expect(await store.most(10)).toEqual(await model.most(10));
          }
        },
      ),
      { numRuns: 20 },
    );
  });
}
