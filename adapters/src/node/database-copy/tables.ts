import type Sqlite from 'better-sqlite3';
import type pg from 'pg';

/** A column that both databases have. */
export interface Column {
  readonly name: string;
  /** Its type in PostgreSQL. */
  readonly type: 'text' | 'smallint' | 'integer' | 'bigint' | 'bytea';
}

/** How the rows of a table are the same in both databases. */
export interface Table {
  readonly name: string;
  /** In the order in which rows are read, compared and written. */
  readonly columns: readonly Column[];
  /** Whether the order of rows is part of them: `place` in PostgreSQL, `rowid` in SQLite. */
  readonly isPlaced: boolean;
  /** The column that PostgreSQL numbers by itself. */
  readonly numbered: string | undefined;
}

/** Tables of PostgreSQL for what is in files of `DATA_DIR` with SQLite, or in the one process that it serves. */
const tablesOfFiles = ['blobs', 'blob_chunks', 'setup_token', 'leases'];

/** Columns that SQLite lacks before schema 57, whose migration fills them from others. */
const laterInSqlite: Readonly<Record<string, readonly string[]>> = {
  mail_queue: ['recipient', 'reply_to', 'has_secret', 'has_unsubscribe'],
  sms_queue: ['recipient'],
  security_events: ['is_public'],
  facts_version: ['portrait_key'],
};

/** Each database has migrations of its own. */
const migrations = 'schema_migrations';

interface SqliteTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly hasRowid: boolean;
  /** The tables whose rows it refers to. */
  readonly parents: readonly string[];
}

function sqliteTables(sql: Sqlite.Database): readonly SqliteTable[] {
  const names = sql
    .prepare<[string], { name: string; wr: number }>(
      `SELECT name, wr FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> ?
       ORDER BY name`,
    )
    .all(migrations);
  const columns = sql.prepare<[string], { name: string; type: string }>(
    'SELECT name, type FROM pragma_table_info(?)',
  );
  const parents = sql
    .prepare<[string], string>('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)')
    .pluck();
  return names.map(({ name, wr }) => ({
    name,
    columns: columns.all(name),
    hasRowid: wr === 0,
    parents: parents.all(name),
  }));
}

interface PostgresColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNumbered: boolean;
}

/** The columns of the schema that the connection is set to. */
export async function postgresColumns(client: pg.Client): Promise<readonly PostgresColumn[]> {
  const { rows } = await client.query<PostgresColumn>(
    `SELECT table_name AS table, column_name AS name, data_type AS type, is_identity = 'YES' AS "isNumbered"
     FROM information_schema.columns WHERE table_schema = current_schema()
     ORDER BY table_name, ordinal_position`,
  );
  return rows;
}

const typesOf: Readonly<Record<string, readonly string[]>> = {
  TEXT: ['text'],
  INTEGER: ['smallint', 'integer', 'bigint'],
  BLOB: ['bytea'],
};

const differ = (what: string) => new Error(`SQLite and PostgreSQL do not keep the same: ${what}`);

function tableOf(table: SqliteTable, found: readonly PostgresColumn[]): Table {
  const { name } = table;
  const own = new Map(found.map((column) => [column.name, column]));
  if (own.size === 0) throw differ(`table ${name}`);
  const columns = table.columns.map((column) => {
    const other = own.get(column.name);
    own.delete(column.name);
    if (!other || !typesOf[column.type]?.includes(other.type))
      throw differ(`column ${name}.${column.name}`);
    return { name: column.name, type: other.type as Column['type'] };
  });
  const isPlaced = own.delete('place');
  if (isPlaced && !table.hasRowid) throw differ(`column ${name}.place`);
  for (const column of laterInSqlite[name] ?? []) own.delete(column);
  for (const column of own.keys()) throw differ(`column ${name}.${column}`);
  const numbered = found.find(({ isNumbered }) => isNumbered)?.name;
  return { name, columns, isPlaced, numbered };
}

/** Parents before what refers to them. */
function inOrder(tables: readonly SqliteTable[]): readonly SqliteTable[] {
  const ordered: SqliteTable[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const isFree = ({ parents, name }: SqliteTable) =>
      parents.every((parent) => parent === name || ordered.some((done) => done.name === parent));
    const free = [...waiting].filter(isFree);
    if (free.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const table of free) waiting.delete(table);
    ordered.push(...free);
  }
  return ordered;
}

/**
 * The tables of a site, as both databases have them, parents first. Throws when one has a table or a column that the
 * other lacks, but for those of {@link laterInSqlite}.
 */
export function commonTables(
  sql: Sqlite.Database,
  columns: readonly PostgresColumn[],
): readonly Table[] {
  const tables = sqliteTables(sql);
  const known = new Set([...tables.map(({ name }) => name), ...tablesOfFiles, migrations]);
  for (const { table } of columns) if (!known.has(table)) throw differ(`table ${table}`);
  return inOrder(tables).map((table) =>
    tableOf(
      table,
      columns.filter((column) => column.table === table.name),
    ),
  );
}
