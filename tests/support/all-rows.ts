import Sqlite from 'better-sqlite3';

/** Tables of the site, by name. */
export const tablesOf = (sql: Sqlite.Database): readonly string[] =>
  sql
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name <> 'schema_migrations' ORDER BY name`,
    )
    .pluck()
    .all();

/** All rows of a table, with their place where the order is part of it, and each number to its last digit. */
function rowsOf(sql: Sqlite.Database, table: string): readonly string[] {
  const isWithoutRowid = sql
    .prepare<[string], number>('SELECT wr FROM pragma_table_list WHERE name = ?')
    .pluck()
    .get(table);
  const rows = sql
    .prepare(`SELECT *${isWithoutRowid ? '' : ', rowid AS place'} FROM ${table}`)
    .safeIntegers()
    .all();
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
  return rows.map((row) => JSON.stringify(row, plain));
}

/** Opens a database to read it only. */
export function withSqlite<T>(path: string, read: (sql: Sqlite.Database) => T): T {
  const sql = new Sqlite(path, { readonly: true });
  try {
    return read(sql);
  } finally {
    sql.close();
  }
}

/** Every row of every table. PostgreSQL has no NUL; what is escaped in a text of JSON is none. */
export const allRows = (path: string) =>
  withSqlite(path, (sql) =>
    Object.fromEntries(
      tablesOf(sql).map((table) => [
        table,
        rowsOf(sql, table)
          .map((row) => row.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\ufffd'))
          .sort(),
      ]),
    ),
  );

/** Undoes migration 62, for a database of an older schema: what it renamed, moved and added. */
export const contentUndone = `DROP INDEX content_version_subject;
  ALTER TABLE content_version DROP COLUMN subject; ALTER TABLE picture_file DROP COLUMN saved_at_ms;
  ALTER TABLE content_version RENAME COLUMN content TO overlay;
  ALTER TABLE content_version RENAME TO facts_version; ALTER TABLE picture_file RENAME TO portrait_file;
  ALTER TABLE facts_version ADD COLUMN portrait_key TEXT;
  UPDATE facts_version SET portrait_key = (SELECT key FROM content_picture WHERE version_id = facts_version.id);
  DROP TABLE content_picture`;
