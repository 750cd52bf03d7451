import fc from 'fast-check';
import type { DownloadKind, DownloadLog } from '../../ebook/index.ts';
import { memoryDownloadLog } from '../memory/index.ts';
import type { TestRunner } from '../runner.ts';

/** `open` returns a new, empty log. */
export function downloadLogContract(
  { test, expect }: TestRunner,
  open: () => Promise<DownloadLog>,
): void {
  test('a new log has no days', async () => {
    expect(await (await open()).perDay()).toEqual([]);
  });

  test('counts that are still being written are included', async () => {
    const log = await open();
    const writes = Array.from({ length: 20 }, () => log.record('2026-03-29', 'download'));
    const robot = log.record('2026-03-29', 'excluded');
    expect(await log.perDay()).toEqual([{ day: '2026-03-29', downloads: 20, excluded: 1 }]);
    await robot;
    await Promise.all(writes);
  });

  test('any sequence of downloads is counted per day, oldest first, as in the model', async () => {
    const day = fc.integer({ min: 10, max: 28 }).map((date) => `2026-02-${date}`);
    const request = fc.tuple(day, fc.constantFrom<DownloadKind>('download', 'excluded'));
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 40 }), async (requests) => {
        const log = await open();
        const model = memoryDownloadLog();
        for (const each of [log, model]) {
          await Promise.all(requests.map(([at, kind]) => each.record(at, kind)));
        }
        const counted = await log.perDay();
        expect(counted).toEqual(await model.perDay());
        expect(counted.map((entry) => entry.day)).toEqual(
          [...new Set(requests.map(([at]) => at))].sort(),
        );
      }),
      { numRuns: 20 },
    );
  });
}
