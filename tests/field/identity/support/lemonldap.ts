import { createPublicKey } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from '../../../support/fake-services/certificate.ts';
import { freePort } from '../../../support/free-port.ts';
import { folderOf, type ServerProcess, startServer, user } from '../../support/servers.ts';
import { movableClock } from './clock.ts';

type Settings = Readonly<Record<string, unknown>>;

const installed = { ini: '/etc/lemonldap-ng/lemonldap-ng.ini', data: '/var/lib/lemonldap-ng' };
const program = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi';

/** Prepares the portal of LemonLDAP::NG with the configuration that Debian installs, in a folder of its own. */
export async function openLemonLdap() {
  const folder = folderOf('lemonldap');
  const own = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    if (user.uid !== undefined) chownSync(join(folder, name), user.uid, user.gid ?? user.uid);
  };
  for (const name of [
    'conf',
    'cache',
    'captcha',
    'notifications',
    'psessions',
    'psessions/lock',
    'sessions',
    'sessions/lock',
  ])
    own(name);
  const moved = (text: string) => text.replaceAll(installed.data, folder);
  const ini = join(folder, 'lemonldap-ng.ini');
  writeFileSync(ini, moved(readFileSync(installed.ini, 'utf8')));
  const conf = JSON.parse(moved(readFileSync(`${installed.data}/conf/lmConf-1.json`, 'utf8')));
  const port = await freePort();
  const portal = `http://127.0.0.1:${port}`;
  const { key, certificate } = await makeCertificate('idp.example');
  const clock = movableClock(folder);
  let server: ServerProcess | undefined;
  const stop = async () => {
    await server?.stop();
    clock.clear(server?.child.pid);
    server = undefined;
  };
  return {
    portal,
    clock,
    /** One of the people of its demonstration. */
    visitor: {
      answers: { user: 'rtyler', password: 'rtyler', confirm: '1' },
      address: 'rtyler@badwolf.org',
    },
    /** The key of what it signs, and its certificate or public key. */
    saml: { samlServicePrivateKeySig: key, samlServicePublicKeySig: certificate },
    oidc: {
      oidcServicePrivateKeySig: key,
      oidcServicePublicKeySig: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
    },
    /** Starts it, again if need be, with what its administrator sets beside what is there. */
    start: async (settings: Settings) => {
      await stop();
      rmSync(join(folder, 'cache'), { recursive: true });
      own('cache');
      writeFileSync(
        join(folder, 'conf/lmConf-1.json'),
        JSON.stringify({ ...conf, portal: `${portal}/`, domain: '127.0.0.1', ...settings }),
      );
      // One worker, which no connection that is kept open keeps from the next one.
      const one = ['--listen', `127.0.0.1:${port}`, '--workers', '1', '--disable-keepalive'];
      server = await startServer('starman', [...one, program], {
        port,
        cwd: folder,
        env: { LLNG_DEFAULTCONFFILE: ini, ...clock.env },
      });
      // It listens before it has loaded.
      await fetch(portal);
    },
    stop,
  };
}
