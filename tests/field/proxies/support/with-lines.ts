import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCertificate } from '../../../deploy/support/deploy-files.ts';
import type { Ports, ProxyKind } from '../../../deploy/support/proxies.ts';
import { findTool } from '../../../deploy/support/tools.ts';
import { freePort } from '../../../support/free-port.ts';
import { writePem } from './with-file.ts';

/** A proxy without a file in docs/deploy: what it starts with, and the lines of docs/deploy.md#6 that it needs. */
export interface ProxyWithLines extends ProxyKind {
  readonly lines: readonly string[];
  /** The same, without these of its lines. */
  readonly without: (...lines: readonly string[]) => ProxyKind;
}

type Prepare = (
  folder: string,
  ports: Ports,
  lines: readonly string[],
) => ReturnType<ProxyKind['prepare']>;

const withLines = (
  kind: Omit<ProxyKind, 'prepare'>,
  lines: readonly string[],
  prepare: Prepare,
): ProxyWithLines => {
  const having = (kept: readonly string[]): ProxyKind => ({
    ...kind,
    prepare: (folder, ports) => prepare(folder, ports, kept),
  });
  return {
    ...having(lines),
    lines,
    without: (...removed) => {
      const unknown = removed.find((line) => !lines.includes(line));
      if (unknown !== undefined) throw new Error(`${kind.name} has no line ${unknown}`);
      return having(lines.filter((line) => !removed.includes(line)));
    },
  };
};

/**
 * Varnish speaks no TLS: HAProxy before it does, limits clients, and passes the visitor's IP on by the PROXY protocol.
 * Without the limit the burst of one client takes all connections of the site for a moment, which Varnish answers with 503.
 */
export const varnish = withLines(
  { name: 'varnish', program: findTool('varnishd'), clientLimit: 60 },
  [
    'set req.http.X-Forwarded-Proto = "https";',
    'unset req.http.X-Forwarded-Host;',
    '-p http_gzip_support=off',
  ],
  async (folder, { sites, http, https }, lines) => {
    const behind = await freePort();
    const vcl = join(folder, 'site.vcl');
    const set = lines.filter((line) => line.endsWith(';'));
    writeFileSync(
      vcl,
      `vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${sites[0]}"; }
sub vcl_recv {
  if (local.socket == "tls") { ${set.join('\n')} }
}
`,
    );
    const tls = join(folder, 'tls.cfg');
    writeFileSync(
      tls,
      `defaults
  mode tcp
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen tls
  stick-table type ipv6 size 100k expire 5m store conn_cur
  tcp-request connection track-sc0 src,ipmask(32,64)
  tcp-request connection reject if { sc0_conn_cur gt 60 }
  bind 127.0.0.1:${https} ssl crt ${await writePem(folder)} alpn h2,http/1.1
  server varnish 127.0.0.1:${behind} send-proxy-v2
`,
    );
    const parameters = lines
      .filter((line) => line.startsWith('-p '))
      .flatMap((line) => line.split(' '));
    return [
      [findTool('haproxy') ?? '', '-db', '-f', tls],
      [
        findTool('varnishd') ?? '',
        '-F',
        ...['-j', 'none'],
        ...['-n', join(folder, 'varnish')],
        ...['-f', vcl],
        ...['-s', 'malloc,64m'],
        ...['-p', 'feature=+http2'],
        ...['-a', `tls=127.0.0.1:${behind},PROXY`],
        ...['-a', `plain=127.0.0.1:${http}`],
        ...parameters,
      ],
      [
        findTool('varnishncsa') ?? '',
        ...['-n', join(folder, 'varnish')],
        ...['-t', '20', '-F', '%h %m %U %s'],
      ],
    ];
  },
);

export const squid = withLines(
  { name: 'squid', program: findTool('squid'), leavesRoot: true },
  [
    'login=PASSTHRU',
    'client_request_buffer_max_size 64 MB',
    'request_header_add X-Forwarded-Proto https tls',
    'request_header_access X-Forwarded-Host deny all',
  ],
  async (folder, { sites, http, https }, lines) => {
    await writeCertificate(folder);
    const path = join(folder, 'squid.conf');
    const login = lines.filter((line) => line.startsWith('login'));
    writeFileSync(
      path,
      `http_port 127.0.0.1:${http} accel defaultsite=coach.example vhost
https_port 127.0.0.1:${https} accel defaultsite=coach.example vhost tls-cert=${folder}/fullchain.pem tls-key=${folder}/privkey.pem
cache_peer 127.0.0.1 parent ${sites[0]} 0 no-query originserver name=site ${login.join(' ')}
cache_peer_access site allow all
never_direct allow all
acl tls myportname 127.0.0.1:${https}
http_access allow all
cache deny all
cache_mem 8 MB
pid_filename none
shutdown_lifetime 1 second
access_log stdio:${folder}/access.log
cache_log ${folder}/cache.log
cache_effective_user nobody
cache_effective_group nogroup
coredump_dir ${folder}
${lines.filter((line) => !login.includes(line)).join('\n')}
`,
    );
    return [[findTool('squid') ?? '', '-N', '-n', `coachsite${https}`, '-f', path]];
  },
);

export const trafficServer = withLines(
  { name: 'trafficserver', program: findTool('traffic_server') },
  [
    'CONFIG proxy.config.url_remap.pristine_host_hdr INT 1',
    'CONFIG proxy.config.http.normalize_ae INT 0',
    'CONFIG proxy.config.http.keep_alive_enabled_out INT 0',
    'set-header X-Forwarded-Proto https',
    'rm-header X-Forwarded-Host',
  ],
  async (folder, { sites, http, https }, lines) => {
    await writeCertificate(folder);
    const runtime = join(folder, 'run');
    for (const name of ['run', 'cache', 'logs', 'etc']) mkdirSync(join(folder, name));
    const file = (name: string, text: string) =>
      writeFileSync(join(folder, 'etc', name), `${text}\n`);
    const settings = lines.filter((line) => line.startsWith('CONFIG '));
    file(
      'records.config',
      `CONFIG proxy.config.http.server_ports STRING ${http}:ip-in=127.0.0.1 ${https}:ssl:ip-in=127.0.0.1
CONFIG proxy.config.admin.user_id STRING #-1
CONFIG proxy.config.ssl.server.cert.path STRING ${folder}
CONFIG proxy.config.ssl.server.private_key.path STRING ${folder}
CONFIG proxy.config.local_state_dir STRING ${runtime}
CONFIG proxy.config.log.logfile_dir STRING ${folder}
CONFIG proxy.config.log.logging_enabled INT 2
CONFIG proxy.config.log.max_secs_per_buffer INT 1
CONFIG proxy.config.reverse_proxy.enabled INT 1
CONFIG proxy.config.url_remap.remap_required INT 1
${settings.join('\n')}`,
    );
    file('ssl_multicert.config', 'dest_ip=* ssl_cert_name=fullchain.pem ssl_key_name=privkey.pem');
    file('header_rewrite.config', lines.filter((line) => !settings.includes(line)).join('\n'));
    const target = `http://127.0.0.1:${sites[0]}/`;
    const rewrite = `@plugin=header_rewrite.so @pparam=${folder}/etc/header_rewrite.config`;
    file(
      'remap.config',
      ['coach.example', 'www.coach.example']
        .flatMap((host) => [
          `map https://${host}/ ${target} ${rewrite}`,
          `map https://${host}:${https}/ ${target} ${rewrite}`,
          `map http://${host}/ ${target}`,
          `map http://${host}:${http}/ ${target}`,
        ])
        .join('\n'),
    );
    file('storage.config', `${folder}/cache 16M`);
    file('plugin.config', '');
    file(
      'logging.yaml',
      `logging:
  formats:
    - name: path
      format: '%<chi> %<cqhm> /%<cqup> %<pssc>'
  logs:
    - filename: coachsite
      format: path`,
    );
    file(
      'ip_allow.yaml',
      'ip_allow:\n  - apply: in\n    ip_addrs: 0/0\n    action: allow\n    methods: ALL',
    );
    const runroot = join(folder, 'runroot.yaml');
    writeFileSync(
      runroot,
      `prefix: /usr
exec_prefix: /usr
bindir: /usr/bin
sbindir: /usr/bin
sysconfdir: ${folder}/etc
datadir: ${folder}/cache
includedir: /usr/include
libdir: /usr/lib/trafficserver
libexecdir: /usr/lib/trafficserver/modules
localstatedir: ${folder}
runtimedir: ${runtime}
logdir: ${folder}
mandir: /usr/share/man
cachedir: ${folder}/cache
`,
    );
    return [[findTool('traffic_server') ?? '', `--run-root=${runroot}`]];
  },
);
