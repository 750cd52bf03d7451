import type { SqliteDatabase } from '@coachsite/adapters/sqlite';
import { anyCharacter } from '@coachsite/core/testing';
import fc from 'fast-check';
import { tablesOf } from './all-rows.ts';

type Sql = SqliteDatabase['sql'];
type Value = string | bigint | Buffer | null;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/** Columns of numbers that PostgreSQL keeps in fewer bits: yes and no, and small counts. */
const isSmall = (name: string) =>
  /^(is_|has_|used$|flagged$|functional$|analytics$|marketing$|vouches_for_password$|password_doubtful$)/.test(
    name,
  );
const isCount = (name: string) =>
  /^(misses|failures|unfinished|per_hour|pages|width|network_bucket)$/.test(name);

const range = (bits: bigint) =>
  fc.bigInt({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n });
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom(
      '\0',
      '\ud800',
      '\udfff',
      '\u{1f9d8}',
      "'",
      '\\',
      '{',
      '"',
      ',',
      'é',
      '\n',
    ),
  }),
);
const json = fc
  .record({
    to: text,
    coach: fc.record({ portrait: fc.record({ file: text }) }),
  })
  .map((value) => JSON.stringify(value));

/** What values a column may have, apart from those of unique columns. */
function valuesOf({ name, type }: Column, table: string): fc.Arbitrary<Value> {
  if (`${table}.${name}` === 'mail_queue.content') return fc.oneof(json, fc.constant(''));
  if (name === 'content') return json;
  if (type === 'TEXT') return text;
  if (type === 'BLOB') return fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes));
  return range(isSmall(name) ? 16n : isCount(name) ? 32n : 64n);
}

/** A number of a row that no other has. */
const numberOf = (index: number) => BigInt(index) * 1_000_000_007n + 1n;

function factsOf(sql: Sql, table: string) {
  const columns = sql.prepare<[string], Column>('SELECT * FROM pragma_table_info(?)').all(table);
  const unique = sql
    .prepare<[string], string>(
      `SELECT i.name FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i WHERE l."unique"`,
    )
    .pluck()
    .all(table);
  const parents = sql
    .prepare<[string], { from: string; table: string }>(
      'SELECT "from", "table" FROM pragma_foreign_key_list(?)',
    )
    .all(table);
  const source = sql
    .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table);
  const choices = new Map(
    [...(source ?? '').matchAll(/CHECK \((\w+) IN \(([^)]*)\)\)/g)].map(([, name, list]) => [
      name,
      [...(list ?? '').matchAll(/'([^']*)'/g)].map(([, value]) => value ?? ''),
    ]),
  );
  const isUnique = ({ name, pk }: Column) => pk > 0 || unique.includes(name);
  return { columns, isUnique, parents, choices };
}

/** Adds rows of any values to every table, as far as its constraints allow. */
export function addAnyRows(sql: Sql, draw: fc.GeneratorValue, rows: number): void {
  sql.pragma('foreign_keys = OFF');
  for (const table of tablesOf(sql)) {
    const { columns, isUnique, parents, choices } = factsOf(sql, table);
    for (let index = 0; index < rows; index += 1) {
      const values = columns.map((column) => {
        const parent = parents.find(({ from }) => from === column.name);
        // The first column of every parent is its id: a number, or a text that ends with the number of the row.
        if (parent) return column.type === 'INTEGER' ? numberOf(index) : `${parent.table} ${index}`;
        const choice = choices.get(column.name);
        if (choice) return choice[index % choice.length] ?? null;
        if (isUnique(column)) {
          if (column.type === 'INTEGER') return numberOf(index);
          const key = column.pk > 0 && column.name === 'id' ? '' : draw(() => text);
          const unique = `${key}${table} ${index}`;
          return column.type === 'BLOB' ? Buffer.from(unique) : unique;
        }
        if (column.notnull === 0 && draw(fc.boolean)) return null;
        return draw(() => valuesOf(column, table));
      });
      sql
        .prepare(`INSERT OR IGNORE INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
        .run(...values);
    }
  }
  sql.pragma('foreign_keys = ON');
}
