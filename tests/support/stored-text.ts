import { readFileSync } from 'node:fs';
import type { Config } from '@coachsite/server/config';
import pg from 'pg';

/** Everything that the database of a site holds, as text to search in; the server is stopped. */
export async function storedText({ databaseUrl, sqlitePath }: Config): Promise<string> {
  if (databaseUrl === undefined) return readFileSync(sqlitePath, 'latin1');
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
    texts.push(...rows.map(({ row }) => row));
  }
  await client.end();
  return texts.join('\n');
}
