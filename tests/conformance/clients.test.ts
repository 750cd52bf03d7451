import { readFileSync } from 'node:fs';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { type Body, call, goodPassword, newEmail } from '../support/auth-client.ts';
import { journey } from '../support/clients/journey.ts';
import { newest, tableRows, versionOf } from '../support/clients/versions.ts';
import { installTool } from '../support/npm-folder.ts';
import { sharedServer } from '../support/shared-server.ts';

const { load } = installTool('peers');
const { GoTrueClient } = await load('gotrue-js-1');
const { PostgrestClient } = await load('postgrest-js-0');
const { SupabaseStorageClient } = await load('storage-js-1');
const { createClient: createMiddle } = await load('supabase-js-2.39');
const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

/** The packages of supabase-js 1.35.7, put together as it does; `npm run field -- clients` runs it whole. */
function createOldest(url: string, apikey: string, options: Body) {
  const own = { 'X-Client-Info': 'supabase-js/1.35.7' };
  const auth = new GoTrueClient({
    ...options,
    url: `${url}/auth/v1`,
    headers: { ...own, Authorization: `Bearer ${apikey}`, apikey },
  });
  const headers = () => ({
    ...own,
    apikey,
    Authorization: `Bearer ${auth.session()?.access_token ?? apikey}`,
  });
  const rest = () =>
    new PostgrestClient(`${url}/rest/v1`, { headers: headers(), schema: 'public', ...options });
  return {
    auth,
    get storage() {
      return new SupabaseStorageClient(`${url}/storage/v1`, headers(), options.fetch);
    },
    from: (table: string) => rest().from(table),
    rpc: (name: string, parameters: object) => rest().rpc(name, parameters),
  };
}

journey(versionOf('1.35.7'), createOldest, server);
journey(versionOf('2.39.8'), createMiddle, server);
journey(newest, createClient, server);

test('docs/wire.md#16 whatever a client says that it is, it gets the same response', async () => {
  const names = ['supabase-js/1.35.7', 'supabase-js-node/2.80.0', 'gotrue-js/1.24.0', 'another'];
  const wrong = (headers: Record<string, string>) =>
    call(server, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email: newEmail(), password: goodPassword },
      headers,
    });
  const first = (await wrong({})).body;
  expect(first).toEqual({ code: 400, error_code: 'invalid_credentials', msg: expect.any(String) });
  for (const name of names) expect((await wrong({ 'x-client-info': name })).body).toEqual(first);
});

test('docs/wire.md#16 says what the tests know of each version, and the newest is that of the project', () => {
  const [, section = ''] = readFileSync('docs/wire.md', 'utf8').split('<a id="16"></a>');
  const rows = section.split('\n## ')[0]?.match(/^\| (?:supabase-js|@?[\w/-]+) \d.*$/gm);
  expect(rows).toEqual(tableRows());
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { dependencies } = JSON.parse(readFileSync('tests/tools/peers/package.json', 'utf8'));
  const { 'gotrue-js-1': first, 'supabase-js-2.39': middle } = dependencies;
  expect([devDependencies['@supabase/supabase-js'], middle, first]).toEqual([
    newest.version,
    'npm:@supabase/supabase-js@2.39.8',
    'npm:@supabase/gotrue-js@1.24.0',
  ]);
});
