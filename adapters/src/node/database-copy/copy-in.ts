import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { err, ok, type Result } from 'neverthrow';
import type pg from 'pg';
import { openPostgres } from '../postgres/index.ts';
import { needUsable } from '../postgres/requirements.ts';
import { schemaOf } from '../sqlite/migrate.ts';
import { inTransaction, storesIn } from './connection.ts';
import { copyEbooksIn, hasEbooks, isKey } from './ebooks.ts';
import { insertRows, numberAfter, postgresRows } from './postgres-rows.ts';
import { rowDigest } from './row-digest.ts';
import { highestNumber, sqliteRows } from './sqlite-rows.ts';
import { commonTables, postgresColumns, type Table } from './tables.ts';
import { inspect, isOfSite, lockTables } from './target.ts';

/** A site in files. */
export interface SiteFiles {
  /** The path of the SQLite database: of the newest schema, and nobody writes to it. */
  readonly database: string;
  /** The folder of the e-books, each named after its SHA-256. */
  readonly ebookFolder: string;
  /** The set-up token, while there is no admin. */
  readonly setupToken: string | undefined;
}

/** What was copied, and found equal on both sides. */
export interface Copied {
  /** The number of rows, by table. */
  readonly rows: ReadonlyMap<string, number>;
  /** SHA-256 of the e-books. */
  readonly ebooks: readonly string[];
  /** SHA-256 of e-books that the database names and the folder does not have. */
  readonly missingEbooks: readonly string[];
  /** Whether an earlier run had copied it all. */
  readonly wasThere: boolean;
}

/** Why nothing was copied: the target holds rows of a table already, and they are not the same. */
export interface NotEmpty {
  readonly kind: 'not_empty';
  readonly found: string;
}

/** How a site is copied. */
export interface CopyOptions {
  /** Nothing is written to the target, which is only looked at. */
  readonly isDryRun?: boolean;
  /** Runs when everything is there and equal, before it is committed. */
  readonly beforeCommit?: () => Promise<void>;
}

async function digestOf(client: pg.Client, table: Table): Promise<string> {
  const digest = rowDigest();
  for await (const row of postgresRows(client, table)) digest.add(row);
  return digest.value();
}

async function copyTable(client: pg.Client, sql: Sqlite.Database, table: Table): Promise<void> {
  const digest = rowDigest();
  const added = function* () {
    for (const row of sqliteRows(sql, table)) {
      digest.add(row);
      yield row;
    }
  };
  await insertRows(client, table, added());
  await numberAfter(client, table, highestNumber(sql, table));
  if ((await digestOf(client, table)) !== digest.value()) {
    throw new Error(`The rows of ${table.name} are not the same after the copy`);
  }
}

const ebookKeys = (sql: Sqlite.Database) =>
  sql.prepare<[], string>('SELECT DISTINCT sha256 FROM ebook_version').pluck().all();

/** Whether the target holds this site already, as it is. */
async function isThere(
  client: pg.Client,
  sql: Sqlite.Database,
  { ebooks }: Copied,
): Promise<boolean> {
  for (const table of commonTables(sql, await postgresColumns(client))) {
    if (!isOfSite(table.name)) continue;
    const digest = rowDigest();
    for (const row of sqliteRows(sql, table)) digest.add(row);
    if ((await digestOf(client, table)) !== digest.value()) return false;
  }
  return hasEbooks(client, ebooks);
}

/** What there is to copy. */
function contents(sql: Sqlite.Database, { ebookFolder }: SiteFiles): Copied {
  const names = sql
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name <> 'schema_migrations' ORDER BY name`,
    )
    .pluck()
    .all();
  const count = (name: string) =>
    sql.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0;
  const rows = new Map(names.map((name) => [name, count(name)]));
  const isThere = (key: string) => isKey(key) && existsSync(join(ebookFolder, key));
  const ebooks = ebookKeys(sql).filter(isThere);
  const missingEbooks = ebookKeys(sql).filter((key) => !ebooks.includes(key));
  return { rows, ebooks, missingEbooks, wasThere: false };
}

async function copyAll(
  client: pg.Client,
  sql: Sqlite.Database,
  { ebookFolder, setupToken }: SiteFiles,
  { ebooks }: Copied,
): Promise<void> {
  // A server that was started here before leaves these.
  await client.query('DELETE FROM maintenance; DELETE FROM owner_alarm; DELETE FROM setup_token');
  for (const table of commonTables(sql, await postgresColumns(client))) {
    await copyTable(client, sql, table);
  }
  if (setupToken !== undefined) {
    await client.query('INSERT INTO setup_token (token) VALUES ($1)', [setupToken]);
  }
  await copyEbooksIn(client, ebooks, ebookFolder);
}

/** Looks whether the target is free, or holds the site already. */
async function lookAt(
  client: pg.Client,
  sql: Sqlite.Database,
  site: Copied,
): Promise<Result<Copied, NotEmpty>> {
  const { schema, found } = await inspect(client);
  if (found === undefined) return ok(site);
  // Of another schema, or of another program: there is nothing to compare.
  const isSame = schema === schemaOf(sql) && (await isThere(client, sql, site));
  return isSame ? ok({ ...site, wasThere: true }) : err({ kind: 'not_empty', found });
}

/**
 * Copies a site from its files into the database at `url`, which is migrated first, and compares every row and file on
 * both sides. It is one transaction: interrupted at any time, nothing was copied. Where the same site is already, nothing
 * is changed. Errors: `not_empty`. Rejects with the driver's error when the database cannot be used.
 */
export async function copySiteIn(
  site: SiteFiles,
  url: string,
  { isDryRun = false, beforeCommit }: CopyOptions = {},
): Promise<Result<Copied, NotEmpty>> {
  const sql = new Sqlite(site.database, { fileMustExist: true, readonly: true });
  try {
    const all = contents(sql, site);
    const looked = await inTransaction(url, 'REPEATABLE READ, READ ONLY', async (client) => {
      await needUsable(storesIn(client));
      return lookAt(client, sql, all);
    });
    if (looked.isErr() || isDryRun) return looked;
    await (await openPostgres(url)).close();
    return await inTransaction(url, 'READ COMMITTED', async (client) => {
      await lockTables(client);
      const seen = await lookAt(client, sql, all);
      if (seen.isErr()) return seen;
      if (!seen.value.wasThere) await copyAll(client, sql, site, all);
      await beforeCommit?.();
      return seen;
    });
  } finally {
    sql.close();
  }
}
