import type { Connection } from './database.ts';
import { type Dialect, type Piece, textOf } from './dialect.ts';

/** A statement of which the text is made once for each dialect. */
export interface Statement<Bound extends object, Row> {
  /** All rows that it returns. */
  readonly all: (on: Connection, bound: Bound) => Promise<readonly Row[]>;
  /** The first row that it returns. */
  readonly get: (on: Connection, bound: Bound) => Promise<Row | undefined>;
  /** How many rows it returned or changed. */
  readonly run: (on: Connection, bound: Bound) => Promise<number>;
}

/** Every statement that was made; a check of their plans reads them. */
const made: Piece[] = [];

/** The texts of all statements in a dialect. */
export const statementsIn = (dialect: Dialect): readonly string[] =>
  made.map((piece) => textOf(piece, dialect));

/** Nothing to bind. */
export type None = Record<never, never>;

/** A statement with a place `:name` for each value of `Bound`. */
export function prepared<Bound extends object, Row = never>(text: Piece): Statement<Bound, Row> {
  made.push(text);
  const texts = new Map<Dialect, string>();
  const inDialect = (dialect: Dialect): string => {
    const known = texts.get(dialect);
    if (known !== undefined) return known;
    const made = textOf(text, dialect);
    texts.set(dialect, made);
    return made;
  };
  const run = (on: Connection, bound: Bound) => on.run(inDialect(on.dialect), bound);
  return {
    all: async (on, bound) => (await run(on, bound)).rows as readonly Row[],
    get: async (on, bound) => (await run(on, bound)).rows[0] as Row | undefined,
    run: async (on, bound) => (await run(on, bound)).count,
  };
}
