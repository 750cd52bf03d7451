import type { PauseStore, ReplyPause } from '../../contact/index.ts';
import type { TestRunner } from '../runner.ts';
import { keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

const pause = (startsAt: number, endsAt: number): ReplyPause => ({
  from: '2026-12-24',
  until: '2027-01-03',
  startsAt,
  endsAt,
});

/** What a `PauseStore` does; `open` returns a new, empty one. */
export function pauseStoreContract(runner: TestRunner, open: () => Promise<PauseStore>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const store = await open();
      return { put: (row: ReplyPause) => store.change(() => [row]), get: store.list };
    },
    () => pause(100, 200),
  );

  keptRowTest(
    runner,
    async () => {
      const store = await open();
      return {
        put: (row: ReplyPause) => store.change(() => [row]),
        get: async () => (await store.list())[0],
      };
    },
    pause(today, today + 1),
  );

  test('there is no pause at first', async () => {
    expect(await (await open()).list()).toEqual([]);
  });

  test('the pauses are what the last change made of them, the oldest first', async () => {
    const store = await open();
    await store.change(() => [pause(500, 600), pause(100, 200)]);
    expect(await store.list()).toEqual([pause(100, 200), pause(500, 600)]);
    await store.change((pauses) => pauses.slice(1));
    expect(await store.list()).toEqual([pause(500, 600)]);
  });

  test('changes made at once do not undo each other', async () => {
    const store = await open();
    await Promise.all(
      [3, 1, 2].map((at) => store.change((pauses) => [...pauses, pause(at, at + 1)])),
    );
    expect((await store.list()).map(({ startsAt }) => startsAt)).toEqual([1, 2, 3]);
  });
}
