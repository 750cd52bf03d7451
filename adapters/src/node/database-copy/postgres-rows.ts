import pg from 'pg';
import type { Value } from './row-digest.ts';
import type { Column, Table } from './tables.ts';

/** Rows of one statement, and the bytes of their texts and files, at most. */
const [batchRows, batchBytes] = [500, 1_000_000];

const numbers: readonly number[] = [
  pg.types.builtins.INT2,
  pg.types.builtins.INT4,
  pg.types.builtins.INT8,
];

/** Whole numbers are exact, unlike in the stores, whose numbers are all below 2^53. */
const exact: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    numbers.includes(type) ? BigInt : pg.types.getTypeParser(type, format as 'text'),
};

const columnsOf = ({ columns, isPlaced }: Table): readonly Column[] => [
  ...columns,
  ...(isPlaced ? [{ name: 'place', type: 'bigint' } as const] : []),
];

const sizeOf = (value: Value) =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;

function* inBatches(rows: Iterable<readonly Value[]>): Generator<readonly (readonly Value[])[]> {
  let [batch, bytes]: [(readonly Value[])[], number] = [[], 0];
  for (const row of rows) {
    batch.push(row);
    for (const value of row) bytes += sizeOf(value);
    if (batch.length < batchRows && bytes < batchBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Adds the rows of a table, a few at a time. */
export async function insertRows(
  client: pg.Client,
  table: Table,
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const columns = columnsOf(table);
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const text = `INSERT INTO ${table.name} (${names}) SELECT * FROM unnest(${arrays})`;
  for (const batch of inBatches(rows)) {
    const values = columns.map((_, index) =>
      batch.map((row) => {
        const value = row[index] ?? null;
        return typeof value === 'bigint' ? String(value) : value;
      }),
    );
    await client.query(text, values);
  }
}

/** Reads the rows of a table within a transaction, a few at a time. */
export async function* postgresRows(
  client: pg.Client,
  table: Table,
): AsyncGenerator<readonly Value[], void> {
  const names = columnsOf(table).map(({ name }) => name);
  const rows = `copied_${table.name}`;
  await client.query(
    `DECLARE ${rows} NO SCROLL CURSOR FOR SELECT ${names.join(', ')} FROM ${table.name}`,
  );
  for (;;) {
    const fetched = await client.query<Value[]>({
      // Few, as one may hold a picture.
      text: `FETCH ${table.columns.some(({ type }) => type === 'bytea') ? 8 : batchRows} FROM ${rows}`,
      rowMode: 'array',
      types: exact,
    });
    if (fetched.rows.length === 0) break;
    yield* fetched.rows;
  }
  await client.query(`CLOSE ${rows}`);
}

/** Lets PostgreSQL number the next row of a table after `last`. */
export async function numberAfter(
  client: pg.Client,
  { name, numbered }: Table,
  last: bigint | undefined,
): Promise<void> {
  if (numbered === undefined || last === undefined || last < 1n) return;
  await client.query(`SELECT setval(pg_get_serial_sequence($1, $2), $3)`, [
    name,
    numbered,
    String(last),
  ]);
}

/** The highest number that PostgreSQL gave to a row of a table; `undefined` for none. */
export async function lastNumbered(
  client: pg.Client,
  { name, numbered }: Table,
): Promise<bigint | undefined> {
  if (numbered === undefined) return undefined;
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)::text AS last',
    [name, numbered],
  );
  const last = rows[0]?.last;
  return last === null || last === undefined ? undefined : BigInt(last);
}
