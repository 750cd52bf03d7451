import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from '../../support/fake-services/certificate.ts';
import type { Ports, ProxyKind } from './proxies.ts';
import { deployFolder, findTool } from './tools.ts';

/** Replaces a text that must be there, so that a changed file cannot slip past a test. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The file has no ${from}`);
  return text.replaceAll(from, to);
}

/** A file of docs/deploy with each of the texts replaced. */
export const adapted = (
  name: string,
  changes: readonly (readonly [from: string, to: string])[],
): string =>
  changes.reduce(
    (text, [from, to]) => replaced(text, from, to),
    readFileSync(join(deployFolder, name), 'utf8'),
  );

/** Writes a certificate of the site and its key, as certbot names them, into a folder. */
export async function writeCertificate(folder: string): Promise<void> {
  const { key, certificate } = await makeCertificate('coach.example');
  writeFileSync(join(folder, 'privkey.pem'), key);
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
}

function writeCaddyfile(folder: string, { sites, http, https }: Ports): string {
  const file = readFileSync(join(deployFolder, 'Caddyfile'), 'utf8');
  const path = join(folder, 'Caddyfile');
  const settings = `{
	admin off
	http_port ${http}
	https_port ${https}
	default_bind 127.0.0.1
	local_certs
	skip_install_trust
	storage file_system ${folder}/storage
`;
  const [, own] = file.split('\n{\n');
  if (own === undefined) throw new Error('The file has no settings of its own');
  const upstreams = sites.map((site) => `127.0.0.1:${site}`).join(' ');
  const several =
    sites.length > 1
      ? replaced(replaced(own, '#lb_try', 'lb_try'), '#fail_duration', 'fail_duration')
      : own;
  writeFileSync(path, settings + replaced(several, 'proxy 127.0.0.1:3000', `proxy ${upstreams}`));
  return path;
}

async function writeNginxFile(folder: string, { sites, http, https }: Ports): Promise<string> {
  await writeCertificate(folder);
  const file = adapted('nginx.conf', [
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${sites[0]};`],
    [
      '#server 127.0.0.1:3001;',
      sites
        .slice(1)
        .map((site) => `server 127.0.0.1:${site};`)
        .join(' '),
    ],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['/etc/letsencrypt/live/coach.example', folder],
    ['/var/log/nginx/', `${folder}/`],
  ]);
  writeFileSync(join(folder, 'site.conf'), file);
  const path = join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  // What Debian's own /etc/nginx/nginx.conf is around the file of a site.
  writeFileSync(
    path,
    `${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/nginx.pid; error_log stderr warn; daemon off;
events { worker_connections 4096; }
http { access_log ${folder}/other.log; ${places}
# So that a test can be a client with an IPv6 address.
set_real_ip_from 127.0.0.1/8; real_ip_header x-test-client;
include ${folder}/site.conf; }
`,
  );
  return path;
}

export const caddy: ProxyKind = {
  name: 'caddy',
  program: findTool('caddy'),
  prepare: async (folder, ports) => [
    [
      findTool('caddy') ?? '',
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      writeCaddyfile(folder, ports),
    ],
  ],
};

export const nginx: ProxyKind = {
  name: 'nginx',
  program: findTool('nginx'),
  clientLimit: 60,
  prepare: async (folder, ports) => [
    [findTool('nginx') ?? '', '-p', folder, '-c', await writeNginxFile(folder, ports)],
  ],
};
