import { afterAll, expect, test } from 'vitest';
import { addRow } from '../rows.ts';
import { type Cluster, makeLocales, startCluster } from '../support/cluster.ts';
import { journey, startSite } from '../support/journey.ts';

const cluster = await startCluster({ LOCPATH: makeLocales('fr_BE', 'nl_BE', 'tr_TR', 'C') });
afterAll(() => cluster.stop());

/** What a host may have set, or sells. */
interface Host {
  readonly role?: Readonly<Record<string, string>>;
  readonly roleOptions?: string;
  readonly databaseOptions?: string;
  /** Whether the database is another user's, who lets this one in. */
  readonly isForeign?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: (role: string, database: string, from: Cluster) => string;
}

const hosts: Readonly<Record<string, Host>> = {
  'no superuser': {},
  'database of another owner, with rights on the schema': { isForeign: true },
  'messages of fr_BE, order of nl_BE': {
    role: { lc_messages: 'fr_BE.UTF-8' },
    databaseOptions: "LC_COLLATE 'nl_BE.UTF-8' LC_CTYPE 'nl_BE.UTF-8'",
  },
  'the letters of tr_TR, whose small I is ı': {
    databaseOptions: "LC_COLLATE 'tr_TR.UTF-8' LC_CTYPE 'tr_TR.UTF-8'",
  },
  'no locale (C)': { databaseOptions: "LC_COLLATE 'C' LC_CTYPE 'C'" },
  'isolation serializable': { role: { default_transaction_isolation: 'serializable' } },
  'isolation repeatable read': { role: { default_transaction_isolation: 'repeatable read' } },
  'timeouts of 200 ms to 1 s': {
    role: {
      statement_timeout: '300ms',
      lock_timeout: '200ms',
      idle_in_transaction_session_timeout: '200ms',
      idle_session_timeout: '1s',
    },
  },
  // As the start says.
  'five connections, DATABASE_POOL_SIZE=3': {
    roleOptions: 'CONNECTION LIMIT 5',
    env: { DATABASE_POOL_SIZE: '3' },
  },
  'a socket': {
    url: (role, database, { folder, port }) =>
      `postgres://${role}@/${database}?host=${folder}&port=${port}`,
  },
};

test.each(Object.entries(hosts))('%s', async (name, host) => {
  const role = await cluster.newRole(host.role, host.roleOptions);
  const newUrl = async () => {
    const owner = host.isForeign ? 'postgres' : role;
    const database = await cluster.newDatabase(owner, host.databaseOptions);
    if (host.isForeign) await cluster.run(`GRANT ALL ON SCHEMA public TO ${role}`, database);
    return (host.url ?? cluster.urlOf)(role, database, cluster);
  };
  const run = (url: string, text: string) => {
    const [, database = ''] = /\/(site_\d+)/.exec(url) ?? [];
    return cluster.run(text, database);
  };
  const outcome = await journey({ newUrl, run, env: host.env });
  addRow({ name: `PostgreSQL, ${name}`, version: cluster.version, outcome });
});

test('encodings other than UTF8 are refused at the start, with what to do', async () => {
  const role = await cluster.newRole();
  for (const encoding of ['LATIN1', 'LATIN9', 'SQL_ASCII']) {
    const options = `ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C'`;
    const url = cluster.urlOf(role, await cluster.newDatabase(role, options));
    await expect(startSite(url)).rejects.toThrow(`its encoding is ${encoding}`);
  }
  const outcome = 'refused at the start, with what to do';
  addRow({ name: 'PostgreSQL, LATIN1, LATIN9, SQL_ASCII', version: cluster.version, outcome });
});
