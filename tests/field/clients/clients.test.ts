import { afterAll } from 'vitest';
import { journey } from '../../support/clients/journey.ts';
import { versions } from '../../support/clients/versions.ts';
import { installInFolder } from '../../support/npm-folder.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { addRow, type Row } from '../rows.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });
const rows: (() => Row)[] = [];

for (const client of versions) {
  const { auth, version } = client;
  const folder = installInFolder({ '@supabase/supabase-js': version }, client.with);
  const { createClient } = await folder.load('@supabase/supabase-js');
  const inBrowser = journey(client, createClient, server);
  const onNode = journey(client, createClient, server, 'as on Node');
  rows.push(() => ({
    name: 'supabase-js',
    version,
    outcome: `${auth}: ${inBrowser()} steps as in a browser, ${onNode()} as on Node`,
  }));
}

afterAll(() => {
  for (const row of rows) addRow(row());
});
