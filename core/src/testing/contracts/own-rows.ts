import type { TestRunner } from '../runner.ts';

/** Writes over everything in a value that can be written over; frozen objects stay as they are. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, held] of Object.entries(value)) {
    if (typeof held === 'object') spoil(held);
    else Reflect.set(value, key, typeof held === 'number' ? -1 : 'spoiled');
  }
  if (Array.isArray(value)) Reflect.set(value, 'length', 0);
}

/** Registers the test that a store shares no object with its caller. `put` stores `row`, and `get` returns it again. */
export function ownRowsTest<Row>(
  { test, expect }: TestRunner,
  open: () => Promise<{
    readonly put: (row: Row) => Promise<unknown>;
    readonly get: () => Promise<unknown>;
  }>,
  row: () => Row,
): void {
  test('a caller that changes a row which it gave or got changes nothing that is stored', async () => {
    const { put, get } = await open();
    const given = row();
    await put(given);
    const stored = JSON.stringify(await get());
    expect(stored.length).toBeGreaterThan(10);
    spoil(given);
    expect(JSON.stringify(await get())).toBe(stored);
    spoil(await get());
    expect(JSON.stringify(await get())).toBe(stored);
  });
}
