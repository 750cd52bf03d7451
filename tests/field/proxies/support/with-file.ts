import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapted, writeCertificate } from '../../../deploy/support/deploy-files.ts';
import type { ProxyKind } from '../../../deploy/support/proxies.ts';
import { findTool } from '../../../deploy/support/tools.ts';

const isRoot = process.getuid?.() === 0;

/** Writes the certificate and its key into one file, as HAProxy reads them. */
export async function writePem(folder: string): Promise<string> {
  await writeCertificate(folder);
  const path = join(folder, 'coach.example.pem');
  const parts = ['fullchain.pem', 'privkey.pem'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  writeFileSync(path, parts.join('\n'));
  return path;
}

export const haproxy: ProxyKind = {
  name: 'haproxy',
  program: findTool('haproxy'),
  clientLimit: 60,
  prepare: async (folder, { sites, http, https }) => {
    await writePem(folder);
    const file = adapted('haproxy.cfg', [
      ['log /dev/log local0', 'log stdout format raw local0'],
      ['    user haproxy\n    group haproxy\n', ''],
      ['bind :80', `bind 127.0.0.1:${http}`],
      ['bind :443', `bind 127.0.0.1:${https}`],
      ['    bind [::]:80 v6only\n', ''],
      ['    bind [::]:443 v6only ssl crt /etc/haproxy/coach.example.pem alpn h2,http/1.1\n', ''],
      ['/etc/haproxy', folder],
      ['127.0.0.1:3000', `127.0.0.1:${sites[0]}`],
    ]);
    const path = join(folder, 'haproxy.cfg');
    writeFileSync(path, file);
    return [[findTool('haproxy') ?? '', '-db', '-f', path]];
  },
};

const apacheModules = [
  'mpm_event authz_core alias headers http2 proxy proxy_http reqtimeout',
  'socache_shmcb ssl',
]
  .join(' ')
  .split(' ');

export const apache: ProxyKind = {
  name: 'apache2',
  program: findTool('apache2'),
  prepare: async (folder, { sites, http, https }) => {
    await writeCertificate(folder);
    const site = adapted('apache.conf', [
      ['*:80', `127.0.0.1:${http}`],
      ['*:443', `127.0.0.1:${https}`],
      ['/etc/letsencrypt/live/coach.example', folder],
      ['/var/log/apache2', folder],
      ['127.0.0.1:3000', `127.0.0.1:${sites[0]}`],
    ]);
    // What Debian's own /etc/apache2/apache2.conf is around the file of a site.
    const around = [
      ...apacheModules.map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
      ),
      `DefaultRuntimeDir ${folder}`,
      `PidFile ${folder}/apache.pid`,
      `ErrorLog ${folder}/error.log`,
      ...(isRoot ? ['User nobody', 'Group nogroup'] : []),
      'ServerName coach.example',
      `Listen 127.0.0.1:${http}`,
      `Listen 127.0.0.1:${https}`,
    ];
    const path = join(folder, 'apache.conf');
    writeFileSync(path, [...around, site].join('\n'));
    return [[findTool('apache2') ?? '', '-DFOREGROUND', '-f', path]];
  },
};

export const lighttpd: ProxyKind = {
  name: 'lighttpd',
  program: findTool('lighttpd'),
  prepare: async (folder, { sites, http, https }) => {
    await writeCertificate(folder);
    const file = adapted('lighttpd.conf', [
      ['server.username = "www-data"\nserver.groupname = "www-data"\n', ''],
      ['/run/lighttpd.pid', `${folder}/lighttpd.pid`],
      ['/var/log/lighttpd', folder],
      ['/var/cache/lighttpd/uploads', folder],
      ['/etc/letsencrypt/live/coach.example', folder],
      ['server.port = 80', `server.port = ${http}\nserver.bind = "127.0.0.1"`],
      ['$SERVER["socket"] == ":443"', `$SERVER["socket"] == "127.0.0.1:${https}"`],
      ['$SERVER["socket"] == "[::]:80" { }\n', ''],
      ['$SERVER["socket"] == "[::]:443" { ssl.engine = "enable" }\n', ''],
      ['"port" => 3000 ', `"port" => ${sites[0]} `],
    ]);
    const path = join(folder, 'lighttpd.conf');
    writeFileSync(path, file);
    return [[findTool('lighttpd') ?? '', '-D', '-f', path]];
  },
};

/** A proxy whose file lacks a line, or has another in its place. */
export const without = (kind: ProxyKind, line: string, instead = ''): ProxyKind => ({
  ...kind,
  prepare: async (folder, ports) => {
    const commands = await kind.prepare(folder, ports);
    let found = false;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (!/\.(conf|cfg)$/.test(name)) continue;
      const text = readFileSync(path, 'utf8');
      found ||= text.includes(line);
      writeFileSync(path, text.replaceAll(line, instead));
    }
    if (!found) throw new Error(`The file for ${kind.name} has no ${line}`);
    return commands;
  },
});
