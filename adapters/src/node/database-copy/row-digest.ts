import { createHash } from 'node:crypto';

/** A value of a row, the same from either database: whole numbers are exact. */
export type Value = string | bigint | Uint8Array | null;

/** What a table holds, without an order: two are equal only when their rows are. */
export interface RowDigest {
  readonly add: (row: readonly Value[]) => void;
  readonly rows: () => number;
  /** The number of rows, and the sum of their hashes. */
  readonly value: () => string;
}

const mask = (1n << 256n) - 1n;

const bytesOf = (value: Value): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(value === null ? '' : String(value));

const kindOf = (value: Value): string =>
  value === null ? 'null' : value instanceof Uint8Array ? 'blob' : typeof value;

/** Adds up rows as they pass. */
export function rowDigest(): RowDigest {
  let [count, sum] = [0, 0n];
  return {
    add: (row) => {
      const hash = createHash('sha256');
      for (const value of row) {
        const bytes = bytesOf(value);
        hash.update(`${kindOf(value)} ${bytes.length} `).update(bytes);
      }
      count += 1;
      sum = (sum + BigInt(`0x${hash.digest('hex')}`)) & mask;
    },
    rows: () => count,
    value: () => `${count} ${sum.toString(16)}`,
  };
}
