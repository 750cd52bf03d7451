import type { EpochMs } from '../../kernel/index.ts';
import type { TestRunner } from '../runner.ts';

/** A time as products have it: more than 32 bits, and between two seconds. */
export const today: EpochMs = 1_893_456_000_123;

const signs = `Zo\u00eb, "Jo" O'Neil; a\\b 50% _ <\u{1f370}> e\u0301 \u4e2d\u6587`;

/** Text of this many UTF-16 units, with what a column or a statement may change. */
export const anyWords = (length: number): string => signs.padEnd(length, ' x');

/**
 * Registers the test that a store gives a row back as it got it. Other tests have small times and short texts, which also
 * fit into columns that are too narrow for those of a product. `put` stores the row, and `get` returns it again.
 */
export function keptRowTest<Row>(
  { test, expect }: TestRunner,
  open: () => Promise<{
    readonly put: (row: Row) => Promise<unknown>;
    readonly get: () => Promise<unknown>;
  }>,
  row: Row,
): void {
  test('a row with times of today, long texts and any characters is kept as it is', async () => {
    const { put, get } = await open();
    await put(row);
    expect(await get()).toEqual(row);
  });
}
