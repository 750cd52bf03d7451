import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Rows in slices of `size`, each read in a turn of the event loop of its own: other requests are served in between.
 * `read` gets the last row so far and returns the rows after it, at most `size`.
 */
export async function* inSlices<Row>(
  size: number,
  read: (last: Row | undefined) => readonly Row[] | Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) {
    yield rows;
    if (rows.length < size) return;
    await nextTurn();
  }
}

/** All rows of some slices. */
export async function allOf<Row>(slices: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const slice of slices) rows.push(...slice);
  return rows;
}

/** Characters that a rule reads in one turn of the event loop: texts that were made to be slow take 5 ms. */
const charactersPerTurn = 100_000;

/** What `map` makes of some rows, where it takes time for each character of their text; others work in between. */
export async function mapInTurns<Row, T>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  map: (row: Row) => T,
): Promise<readonly T[]> {
  const made: T[] = [];
  let read = 0;
  for (const row of rows) {
    read += textOf(row).length;
    if (read > charactersPerTurn && made.length > 0) {
      await nextTurn();
      read = textOf(row).length;
    }
    made.push(map(row));
  }
  return made;
}

/** The rows that fulfil a rule, which judges `perTurn` of them in one turn of the event loop. */
export async function filterInTurns<Row>(
  rows: readonly Row[],
  perTurn: number,
  rule: (row: Row) => boolean,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % perTurn === perTurn - 1) await nextTurn();
    if (rule(row)) found.push(row);
  }
  return found;
}

/** Changes or removes rows in commits of at most `size`, until one has fewer; returns how many there were. */
export async function changeInSlices(size: number, change: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const changed = await change();
    total += changed;
    if (changed < size) return total;
    await nextTurn();
  }
}
