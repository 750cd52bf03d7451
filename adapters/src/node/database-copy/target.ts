import type pg from 'pg';

/** What a database holds before anything is written to it. */
export interface Target {
  /** Number of the last migration; 0 for none. */
  readonly schema: number;
  /** A table with rows, or of another program; `undefined` when it holds nothing of a site. */
  readonly found: string | undefined;
}

/** What a start makes before there is a site. */
const ofTheProgram = ['schema_migrations', 'leases'];

/** What a server that has just started may have written, without anybody having used the site. */
const ofNoSite = [...ofTheProgram, 'maintenance', 'owner_alarm', 'setup_token'];

/** The tables of a site's database that move, or count when it is asked whether there is a site. */
export const isOfSite = (table: string): boolean => !ofNoSite.includes(table);

async function tableNames(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
  );
  return rows.map(({ name }) => name);
}

/** The number of the last migration; 0 for none. */
export async function postgresSchema(client: pg.Client): Promise<number> {
  if (!(await tableNames(client)).includes('schema_migrations')) return 0;
  const { rows } = await client.query<{ schema: number | null }>(
    'SELECT max(version) AS schema FROM schema_migrations',
  );
  return rows[0]?.schema ?? 0;
}

async function firstWithRows(
  client: pg.Client,
  tables: readonly string[],
): Promise<string | undefined> {
  for (const table of tables) {
    const { rows } = await client.query(`SELECT 1 FROM "${table}" LIMIT 1`);
    if (rows.length > 0) return table;
  }
  return undefined;
}

/** Looks at a database without changing it. */
export async function inspect(client: pg.Client): Promise<Target> {
  const schema = await postgresSchema(client);
  const tables = (await tableNames(client)).filter(isOfSite);
  return { schema, found: schema === 0 ? tables[0] : await firstWithRows(client, tables) };
}

/** Whether a site was begun in a database: a server stores something at its first start. A move that failed leaves tables alone. */
export async function isBegun(client: pg.Client): Promise<boolean> {
  if ((await postgresSchema(client)) === 0) return false;
  const tables = (await tableNames(client)).filter((name) => !ofTheProgram.includes(name));
  return (await firstWithRows(client, tables)) !== undefined;
}

/** Keeps other processes from writing to the database until the transaction ends. */
export async function lockTables(client: pg.Client): Promise<void> {
  const tables = (await tableNames(client)).map((name) => `"${name}"`);
  await client.query(`LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`);
}
