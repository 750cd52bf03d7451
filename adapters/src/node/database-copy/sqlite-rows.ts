import type Sqlite from 'better-sqlite3';
import type { Value } from './row-digest.ts';
import type { Table } from './tables.ts';

const quoted = (name: string) => `"${name}"`;

/** What a table numbered last, where SQLite does not use a number again. */
function lastNumber(sql: Sqlite.Database, { name }: Table): bigint | undefined {
  const hasTable = sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get();
  if (!hasTable) return undefined;
  return sql
    .prepare<[string], bigint>('SELECT seq FROM sqlite_sequence WHERE name = ?')
    .pluck()
    .safeIntegers()
    .get(name);
}

/** The highest number that rows of a table had; `undefined` for none. */
export function highestNumber(sql: Sqlite.Database, table: Table): bigint | undefined {
  if (table.numbered === undefined) return undefined;
  const column = table.isPlaced ? 'rowid' : quoted(table.numbered);
  const highest = sql
    .prepare<[], bigint | null>(`SELECT max(${column}) FROM ${quoted(table.name)}`)
    .pluck()
    .safeIntegers()
    .get();
  const last = lastNumber(sql, table);
  if (highest === null || highest === undefined) return last;
  return last !== undefined && last > highest ? last : highest;
}

/** PostgreSQL holds every character but NUL, as its adapters replace it. */
const withoutNul = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

/** The rows of a table for PostgreSQL: its columns and its place. */
export function* sqliteRows(sql: Sqlite.Database, table: Table): Generator<readonly Value[], void> {
  const { name, columns, isPlaced } = table;
  const read = [...columns.map((column) => quoted(column.name)), ...(isPlaced ? ['rowid'] : [])];
  const rows = sql
    .prepare<[], Value[]>(`SELECT ${read.join(', ')} FROM ${quoted(name)}`)
    .raw()
    .safeIntegers()
    .iterate();
  for (const row of rows) yield row.map(withoutNul);
}

/** Adds rows of a table, as `sqliteRows` reads them. */
export function sqliteInsert(sql: Sqlite.Database, { name, columns, isPlaced }: Table) {
  const names = [...columns.map((column) => quoted(column.name)), ...(isPlaced ? ['rowid'] : [])];
  const insert = sql.prepare<Value[]>(
    `INSERT INTO ${quoted(name)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return (row: readonly Value[]) => insert.run(...row);
}

/** Lets a table that never uses a number again go on after `last`. */
export function continueAfter(sql: Sqlite.Database, { name }: Table, last: bigint): void {
  const isCounted = sql
    .prepare<[string], number>(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%'",
    )
    .get(name);
  if (!isCounted) return;
  sql.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
  sql.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last);
}
