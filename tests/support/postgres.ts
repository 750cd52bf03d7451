import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { installTool } from './npm-folder.ts';

const program = fileURLToPath(new URL('./postgres-server.ts', import.meta.url));

/** Starts a server; returns its URL, and how to stop it. One that is `--durable` syncs what it commits. */
export async function startPostgresServer(...parameters: readonly '--durable'[]) {
  installTool('postgres');
  // A session of its own: an interrupt from the keyboard ends the run, and that ends the server.
  const server = spawn(process.execPath, [program, ...parameters], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.stdin.end();
    await ended;
  };
  for await (const url of createInterface(server.stdout)) return { url, stop };
  throw new Error('PostgreSQL did not start');
}

/** Removes the schemas that the tests of a run made in a database that stays. */
async function removeSchemas(url: string, prefix: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, $1)',
    [prefix],
  );
  for (const { name } of rows) await client.query(`DROP SCHEMA "${name}" CASCADE`);
  await client.end();
}

/**
 * Gives a test run one PostgreSQL server: that of `TEST_DATABASE_URL`, or one of its own, which is removed at the end
 * however the run ends.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const prefix = `coachsite_test_${randomBytes(4).toString('hex')}_`;
  process.env.COACHSITE_TEST_SCHEMA_PREFIX = prefix;
  const given = process.env.TEST_DATABASE_URL;
  if (given) return () => removeSchemas(given, prefix);
  const { url, stop } = await startPostgresServer();
  process.env.TEST_DATABASE_URL = url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await stop();
  };
}
