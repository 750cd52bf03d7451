import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../../../conformance/support/browser.ts';
import { makeCertificate } from '../../../support/fake-services/certificate.ts';
import { freePort } from '../../../support/free-port.ts';
import { folderOf, startServer, user } from '../../support/servers.ts';
import { movableClock } from './clock.ts';
import type { Script, Step } from './person.ts';

type Settings = Readonly<Record<string, unknown>>;

const installed = {
  conf: '/usr/share/glewlwyd/templates/glewlwyd-debian.conf.properties',
  tables: '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3',
};
const json = { 'content-type': 'application/json' };
const password = 'geheim-woord';

/** What its administration page has set in a new plugin for OpenID Connect, as far as it matters here. */
const newPlugin = {
  'jwt-type': 'rsa',
  'jwt-key-size': '256',
  'access-token-duration': 3600,
  'refresh-token-duration': 1209600,
  'code-duration': 600,
  'auth-type-code-enabled': true,
  'auth-type-refresh-enabled': true,
  'jwks-show': true,
  'secret-type': 'pairwise',
  'name-claim': 'on-demand',
  'email-claim': 'no',
  'pkce-allowed': false,
  'allowed-scope': ['openid'],
};

/** Starts glewlwyd with the configuration and the tables that Debian installs, in a folder of its own. */
export async function startGlewlwyd() {
  const folder = folderOf('glewlwyd');
  const at = (name: string) => join(folder, name);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  execFileSync('sqlite3', [at('database')], { input: readFileSync(installed.tables) });
  if (user.uid !== undefined) chownSync(at('database'), user.uid, user.gid ?? user.uid);
  const conf = readFileSync(installed.conf, 'utf8')
    .replace(/^port=.*$/m, `port=${port}\nbind_address="127.0.0.1"`)
    .replace(/^external_url=.*$/m, `external_url="${url}/"`)
    .replace(/^log_file=.*$/m, `log_file="${at('log')}"`)
    .replace(/^@include.*$/m, `database = { type = "sqlite3"; path = "${at('database')}"; };`);
  writeFileSync(at('glewlwyd.conf'), conf);
  const clock = movableClock(folder);
  const server = await startServer('glewlwyd', [`--config-file=${at('glewlwyd.conf')}`], {
    port,
    cwd: folder,
    env: clock.env,
  });
  const { key, certificate } = await makeCertificate('op.example');
  const cert = createPublicKey(certificate).export({ type: 'spki', format: 'pem' });

  const admin = openBrowser();
  const ask = async (step: Step, method: string, path: string, body: Settings) => {
    const response = await step(`${url}/api/${path}`, {
      method,
      headers: json,
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  await ask(admin.step, 'POST', 'auth/', { username: 'admin', password: 'password' });

  return {
    url,
    clock,
    /** The issuer of a plugin. */
    issuerOf: (plugin: string) => `${url}/api/${plugin}`,
    /** Adds a plugin for OpenID Connect, with what its administrator sets beside what is there. */
    addPlugin: (name: string, settings: Settings = {}) =>
      ask(admin.step, 'POST', 'mod/plugin/', {
        module: 'oidc',
        name,
        display_name: name,
        parameters: { ...newPlugin, iss: `${url}/api/${name}`, key, cert, ...settings },
      }),
    addClient: (
      client_id: string,
      client_secret: string,
      callback: string,
      settings: Settings = {},
    ) =>
      ask(admin.step, 'POST', 'client/', {
        client_id,
        confidential: true,
        client_secret,
        password: client_secret,
        enabled: true,
        scope: ['openid'],
        redirect_uri: [callback],
        authorization_type: ['code'],
        token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
        ...settings,
      }),
    addUser: (username: string, settings: Settings = {}) =>
      ask(admin.step, 'POST', 'user/', {
        username,
        password,
        email: `${username}@corp.example`,
        name: 'Ann Peeters',
        enabled: true,
        scope: ['g_profile', 'openid'],
        ...settings,
      }),
    /** Does what the script of its sign-in page does: signs in, gives the site what it asks for, and goes on. */
    signIn:
      (username: string): Script =>
      async (page, step) => {
        await ask(step, 'POST', 'auth/', { username, password });
        const { searchParams } = page;
        const scope = searchParams.get('scope') ?? '';
        await ask(step, 'PUT', `auth/grant/${searchParams.get('client_id')}/`, { scope });
        return new URL(`${searchParams.get('callback_url')}&g_continue`);
      },
    stop: async () => {
      await server.stop();
      clock.clear(server.child.pid);
    },
  };
}
