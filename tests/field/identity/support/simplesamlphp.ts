import { chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from '../../../support/fake-services/certificate.ts';
import { freePort } from '../../../support/free-port.ts';
import { folderOf, startServer, user } from '../../support/servers.ts';
import { movableClock } from './clock.ts';
import type { Visitor } from './site.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What its administrator sets, beside what is there when it is installed. */
export interface SimpleSamlSettings {
  /** In saml20-idp-hosted.php. */
  readonly provider?: Settings;
  /** In saml20-sp-remote.php, beside what its converter makes of the metadata of the site. */
  readonly site?: Settings;
  /** Attributes of the one person it knows, beside `uid` and `mail`. */
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
}

const installed = '/etc/simplesamlphp';

/** Starts SimpleSAMLphp with the configuration that Debian installs; what differs is that it runs in a folder, without https. */
export async function startSimpleSaml(siteMetadata: () => Promise<string>) {
  const folder = folderOf('simplesamlphp');
  const at = (name: string) => join(folder, name);
  const own = (name: string) => {
    mkdirSync(at(name));
    if (user.uid !== undefined) chownSync(at(name), user.uid, user.gid ?? user.uid);
    return `${at(name)}/`;
  };
  const { key, certificate } = await makeCertificate('idp.example');
  for (const name of ['config', 'cert', 'metadata', 'www']) mkdirSync(at(name));
  writeFileSync(at('cert/server.pem'), key);
  writeFileSync(at('cert/server.crt'), certificate);
  symlinkSync('/usr/share/simplesamlphp/www', at('www/simplesamlphp'));
  const changed = {
    certdir: at('cert/'),
    metadatadir: at('metadata/'),
    loggingdir: own('log'),
    datadir: own('data'),
    tempdir: own('temporary'),
    'session.phpsession.savepath': own('sessions'),
    'logging.handler': 'file',
    'session.cookie.secure': false,
    'enable.saml20-idp': true,
    'auth.adminpassword': 'geheim',
    secretsalt: 'zout',
  };
  const config = readFileSync(`${installed}/config.php`, 'utf8').replace(
    /^require_once.*secrets.*$/m,
    '',
  );
  writeFileSync(at('changed.json'), JSON.stringify(changed));
  writeFileSync(
    at('config/config.php'),
    `${config}\n$config = array_merge($config, json_decode(file_get_contents('${at('changed.json')}'), true));
$config['module.enable']['exampleauth'] = true;\n`,
  );
  const read = (name: string) => `json_decode(file_get_contents('${at(name)}'), true)`;
  writeFileSync(at('config/authsources.php'), `<?php\n$config = ${read('people.json')};\n`);
  writeFileSync(
    at('metadata/saml20-idp-hosted.php'),
    `<?php\n$metadata['__DYNAMIC:1__'] = ${read('provider.json')};\n`,
  );
  writeFileSync(
    at('metadata/saml20-sp-remote.php'),
    `<?php
$found = SimpleSAML\\Metadata\\SAMLParser::parseString(file_get_contents('${at('site.xml')}'))->getMetadata20SP();
unset($found['entityDescriptor']);
$set = ${read('site.json')};
// An administrator who encrypts has to say that the one key of the metadata is for that too.
foreach (array_keys($found['keys']) as $each)
    $found['keys'][$each]['encryption'] = isset($set['assertion.encryption']) || isset($set['nameid.encryption']);
$metadata[$found['entityid']] = array_merge($found, $set);
`,
  );
  const port = await freePort();
  const clock = movableClock(folder);
  const server = await startServer('php', ['-S', `127.0.0.1:${port}`, '-t', at('www')], {
    port,
    cwd: folder,
    env: { SIMPLESAMLPHP_CONFIG_DIR: at('config'), ...clock.env },
  });
  const set = async (
    { provider = {}, site = {}, attributes = {} }: SimpleSamlSettings,
    name: string,
  ): Promise<Visitor> => {
    const person = { mail: [`${name}@corp.example`], ...attributes, uid: [name] };
    writeFileSync(
      at('people.json'),
      JSON.stringify({
        'example-userpass': { 0: 'exampleauth:UserPass', [`${name}:geheim`]: person },
      }),
    );
    writeFileSync(
      at('provider.json'),
      JSON.stringify({
        host: '__DEFAULT__',
        privatekey: 'server.pem',
        certificate: 'server.crt',
        auth: 'example-userpass',
        ...provider,
      }),
    );
    writeFileSync(at('site.json'), JSON.stringify(site));
    writeFileSync(at('site.xml'), await siteMetadata());
    return { answers: { username: name, password: 'geheim' }, address: person.mail[0] ?? '' };
  };
  return {
    metadataUrl: `http://127.0.0.1:${port}/simplesamlphp/saml2/idp/metadata.php`,
    set,
    clock,
    stop: async () => {
      await server.stop();
      clock.clear(server.child.pid);
    },
  };
}
