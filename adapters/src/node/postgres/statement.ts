import { createHash } from 'node:crypto';
import type { Connection, Transaction } from './database.ts';

/** A statement that each connection prepares once. */
export interface Statement<Bound extends object, Row> {
  /** All rows that it returns. */
  readonly all: (on: Connection, bound: Bound) => Promise<readonly Row[]>;
  /** The first row that it returns. */
  readonly get: (on: Connection, bound: Bound) => Promise<Row | undefined>;
  /** How many rows it returned or changed. */
  readonly run: (on: Connection, bound: Bound) => Promise<number>;
}

/** Text of PostgreSQL holds every character but NUL, which no text of a person needs. */
const toValue = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

/** A statement with a place `:name` for each value of `Bound`. */
export function prepared<Bound extends object, Row = never>(text: string): Statement<Bound, Row> {
  const names: string[] = [];
  const numbered = text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const name = createHash('sha256').update(numbered).digest('base64url').slice(0, 24);
  const bind = (bound: Bound) => ({
    name,
    text: numbered,
    values: names.map((each) => toValue(bound[each as keyof Bound])),
  });
  const all = async (on: Connection, bound: Bound) =>
    (await on.run(bind(bound))).rows as readonly Row[];
  return {
    all,
    get: async (on, bound) => (await all(on, bound))[0],
    run: async (on, bound) => (await on.run(bind(bound))).rowCount ?? 0,
  };
}

/** Nothing to bind. */
export type None = Record<never, never>;

const lockKey = prepared<{ key: string }>(
  'SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))',
);

/** Waits for every other transaction that holds the lock of this name, and holds it until the end of this one. */
export const lock = (on: Transaction, key: string) => lockKey.run(on, { key });

/** Holds the lock of one counter of a table, whether it has a row or not. */
export const lockCounter = (on: Transaction, table: string, key: Uint8Array) =>
  lock(on, `${table} ${Buffer.from(key).toString('base64')}`);
