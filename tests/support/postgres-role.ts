import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { onServer } from './postgres-schema.ts';

/** A user of the server of the test run, with a schema of its own, for one test. */
export interface PostgresRole {
  readonly name: string;
  readonly url: string;
}

/** Makes a user whose sessions begin with these settings; `CONNECTION LIMIT 5` and the like are its options. */
export async function newRole(
  settings: Readonly<Record<string, string>> = {},
  options = '',
): Promise<PostgresRole> {
  const name = `${process.env.COACHSITE_TEST_SCHEMA_PREFIX}${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await onServer(`CREATE ROLE ${name} LOGIN PASSWORD '${password}' ${options}`);
  await onServer(`CREATE SCHEMA AUTHORIZATION ${name}`);
  onTestFinished(async () => {
    await onServer(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`);
  });
  for (const [setting, value] of Object.entries(settings)) {
    await onServer(`ALTER ROLE ${name} SET ${setting} = '${value}'`);
  }
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.username = name;
  url.password = password;
  url.searchParams.set('options', `-c search_path=${name}`);
  return { name, url: url.href };
}
