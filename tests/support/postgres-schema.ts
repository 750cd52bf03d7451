import { randomBytes } from 'node:crypto';
import { openPostgres, type PostgresDatabase } from '@coachsite/adapters/postgres';
import pg from 'pg';

/** Runs text in the schema of a URL. */
export async function onSchema<Row extends pg.QueryResultRow>(
  url: string | undefined,
  text: string,
): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs text on the server of the test run. */
export const onServer = <Row extends pg.QueryResultRow>(text: string) =>
  onSchema<Row>(process.env.TEST_DATABASE_URL, text);

/** The URL of a new schema on the server of the test run. */
export async function newSchema(): Promise<string> {
  const name = `${process.env.COACHSITE_TEST_SCHEMA_PREFIX}${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE SCHEMA ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.searchParams.set('options', `-c search_path=${name}`);
  return url.href;
}

const tablesOfSite = `SELECT tablename AS name FROM pg_tables
  WHERE schemaname = current_schema() AND tablename <> 'schema_migrations'`;

const free: string[] = [];

/** Gives back the schema of a site that has ended, for a later one of this process. */
export const releaseSchema = (url: string) => void free.push(url);

/**
 * The URL of a schema for a site that begins: one that another site gave back, without its rows and with numbers that
 * begin at 1, as the migrations of a new one take longer than most tests.
 */
export async function schemaWithoutRows(): Promise<string> {
  const url = free.pop();
  if (url === undefined) return newSchema();
  const tables = await onSchema<{ name: string }>(url, tablesOfSite);
  const deletes = tables.map(({ name }) => `${name}_rows AS (DELETE FROM ${name})`);
  await onSchema(
    url,
    `WITH ${deletes} SELECT setval(quote_ident(sequencename)::regclass, start_value, false)
     FROM pg_sequences WHERE schemaname = current_schema()`,
  );
  return url;
}

let shared: Promise<{ readonly database: PostgresDatabase; readonly empty: () => Promise<void> }>;

async function open() {
  const database = await openPostgres(await newSchema());
  const { rows } = await database.run(tablesOfSite, {});
  const tables = (rows as readonly { name: string }[]).map(({ name }) => name);
  const deletes = tables.map((name) => `${name}_rows AS (DELETE FROM ${name})`);
  const empty = async () => {
    await database.run(`WITH ${deletes} SELECT 1`, {});
  };
  return { database, empty };
}

/**
 * A database without rows, for one store of one test: the tests of a thread run one after the other, and share a schema,
 * which is emptied in between. A test that opens two at once takes a `newSchema` for each.
 */
export async function emptyPostgres(): Promise<PostgresDatabase> {
  shared ??= open();
  const { database, empty } = await shared;
  await empty();
  return database;
}
