#!/bin/bash
# glewlwyd 2.7.5 (Debian 12, glewlwyd 2.7.5-3+deb12u1, dbconfig-sqlite3 2.0.24, sqlite3 3.40.1), Node 20 or newer.
#
# Where the subject type of an OpenID Connect plugin is "pairwise", the user info of a person has another `sub` than the ID token
# that came with the same access token. OpenID Connect Core 5.3.2 has them match, and tells the client not to use the claims
# otherwise; clients that follow it (openid-client does) end the sign-in. With "public" both are the same.
#
# Seen:
#   public: the same sub
#   pairwise: another sub
#
# Who wants subjects that no two clients share has to leave the user info alone, and put the claims into the ID token.
set -eu
[ -x /usr/bin/glewlwyd ] ||
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends dbconfig-sqlite3 glewlwyd >/dev/null
folder=$(mktemp -d)
trap 'kill $server; wait $server 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
port=24593
sqlite3 database </usr/share/dbconfig-common/data/glewlwyd/install/sqlite3
sed -e "s#^port=.*#port=$port\nbind_address=\"127.0.0.1\"#" -e "s#^external_url=.*#external_url=\"http://127.0.0.1:$port/\"#" \
  -e "s#^log_file=.*#log_file=\"$folder/log\"#" -e "s#^@include.*#database = { type = \"sqlite3\"; path = \"$folder/database\"; };#" \
  /usr/share/glewlwyd/templates/glewlwyd-debian.conf.properties >glewlwyd.conf
glewlwyd --config-file="$folder/glewlwyd.conf" >/dev/null 2>&1 &
server=$!
cat >try.mjs <<'JS'
import { generateKeyPairSync } from 'node:crypto';

const url = `http://127.0.0.1:${process.argv[2]}/api`;
const back = 'http://127.0.0.1:9/back';
for (let tries = 0; tries < 100; tries += 1) {
  if (await fetch(`${url}/config`).catch(() => undefined)) break;
  await new Promise((done) => setTimeout(done, 50));
}
const { privateKey: key, publicKey: cert } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const cookies = {};
const ask = async (who, method, path, body) => {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', cookie: cookies[who] ?? '' },
    body: body && JSON.stringify(body),
  });
  if (response.status >= 400) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const [cookie] = response.headers.getSetCookie();
  if (cookie) cookies[who] = cookie.split(';')[0];
  return response;
};
await ask('admin', 'POST', '/auth/', { username: 'admin', password: 'password' });
const user = { username: 'ann', password: 'geheim-woord', enabled: true, scope: ['g_profile', 'openid'] };
await ask('admin', 'POST', '/user/', user);
const secret = 'geheimwoord';
const client = { client_id: 'site', confidential: true, client_secret: secret, password: secret, enabled: true };
const forms = { redirect_uri: [back], authorization_type: ['code'], token_endpoint_auth_method: ['client_secret_basic'] };
await ask('admin', 'POST', '/client/', { ...client, ...forms, scope: ['openid'] });
await ask('ann', 'POST', '/auth/', { username: 'ann', password: 'geheim-woord' });
await ask('ann', 'PUT', '/auth/grant/site/', { scope: 'openid' });
const claims = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
for (const type of ['public', 'pairwise']) {
  const kind = { 'jwt-type': 'rsa', 'jwt-key-size': '256', 'subject-type': type, 'allowed-scope': ['openid'] };
  const times = { 'access-token-duration': 600, 'refresh-token-duration': 600, 'code-duration': 60 };
  const parameters = { iss: `${url}/${type}`, key, cert, 'auth-type-code-enabled': true, ...kind, ...times };
  await ask('admin', 'POST', '/mod/plugin/', { module: 'oidc', name: type, display_name: type, parameters });
  const query = new URLSearchParams({ client_id: 'site', response_type: 'code', scope: 'openid', redirect_uri: back, nonce: 'n' });
  const sent = await ask('ann', 'GET', `/${type}/auth?${query}&g_continue`);
  const code = new URL(sent.headers.get('location')).searchParams.get('code');
  const given = await fetch(`${url}/${type}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`site:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: back }),
  });
  const { id_token, access_token } = await given.json();
  const info = await fetch(`${url}/${type}/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
  const { sub } = await info.json();
  console.log(`${type}: ${sub === claims(id_token).sub ? 'the same' : 'another'} sub`);
}
JS
node try.mjs $port >seen
cat seen
grep -qxF 'public: the same sub' seen
grep -qxF 'pairwise: another sub' seen
