import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../support/fake-services/certificate.ts';
import { freePort } from '../../support/free-port.ts';
import { proxyReady } from './https.ts';
import { deployFolder } from './tools.ts';

/** A proxy that runs with a file of docs/deploy; only ports and paths differ from what an operator has. */
export interface RunningProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Everything it has logged so far. */
  readonly logged: () => string;
  readonly stop: () => Promise<void>;
}

interface Ports {
  /** Those of the processes of the site. */
  readonly sites: readonly number[];
  readonly http: number;
  readonly https: number;
}

/** Replaces a text that must be there, so that a changed file cannot slip past a test. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The file has no ${from}`);
  return text.replaceAll(from, to);
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
  const { key, certificate } = await makeCertificate('coach.example');
  writeFileSync(join(folder, 'privkey.pem'), key);
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
  let file = readFileSync(join(deployFolder, 'nginx.conf'), 'utf8');
  for (const [from, to] of [
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
  ] as const) {
    file = replaced(file, from, to);
  }
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

/**
 * Starts `program` in front of the processes of the site on these ports. Rejects with what it printed when it does not
 * start.
 */
export async function startProxy(
  kind: 'caddy' | 'nginx',
  program: string,
  ...sites: readonly number[]
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `coachsite-${kind}-`));
  mkdirSync(join(folder, 'storage'));
  const ports = { sites, http: await freePort(), https: await freePort() };
  const parameters =
    kind === 'caddy'
      ? ['run', '--adapter', 'caddyfile', '--config', writeCaddyfile(folder, ports)]
      : ['-p', folder, '-c', await writeNginxFile(folder, ports)];
  const child = spawn(program, parameters, { env: { ...process.env, HOME: folder } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, 'exit');
  const failed = ended.then(() => {
    throw new Error(`${kind} ended: ${printed}`);
  });
  failed.catch(() => undefined);
  await Promise.race([proxyReady(ports.https), failed]);
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    logged: () =>
      [
        printed,
        ...globSync('*.log', { cwd: folder }).map((log) => readFileSync(join(folder, log), 'utf8')),
      ].join(''),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
