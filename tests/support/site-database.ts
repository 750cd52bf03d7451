import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { onSchema } from './postgres-schema.ts';

/** Where a site keeps its rows. */
export interface DatabasePlace {
  readonly dataDirectory: string;
  /** The URL of its PostgreSQL database; without one it is on SQLite. */
  readonly databaseUrl?: string | undefined;
}

/** Runs a statement, in words of both databases, on that of a site; returns its rows. */
export async function onDatabaseOf<Row extends object>(
  { dataDirectory, databaseUrl }: DatabasePlace,
  text: string,
): Promise<readonly Row[]> {
  if (databaseUrl) return onSchema<Row>(databaseUrl, text);
  const sql = new Sqlite(join(dataDirectory, 'coachsite.sqlite'));
  try {
    const statement = sql.prepare<[], Row>(text);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  } finally {
    sql.close();
  }
}
