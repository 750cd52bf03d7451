import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { proxyGaps } from '@coachsite/server/ask-itself';
import type { LaunchGap } from '@coachsite/server/preflight';
import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { asker, battery, siteBehindProxy } from '../../deploy/support/battery.ts';
import { caddy, nginx } from '../../deploy/support/deploy-files.ts';
import { send } from '../../deploy/support/https.ts';
import { type ProxyKind, type RunningProxy, startProxy } from '../../deploy/support/proxies.ts';
import { deployFolder } from '../../deploy/support/tools.ts';
import { installedPackages } from '../../support/debian.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { addRow } from '../rows.ts';
import { apache, haproxy, lighttpd, without } from './support/with-file.ts';
import { squid, trafficServer, varnish } from './support/with-lines.ts';

interface Tried {
  /** Its name in the table. */
  readonly title: string;
  readonly kind: ProxyKind;
  /** Its package of Debian. */
  readonly debian: string;
  /** What does not work, by the name of the test, which must fail: what happens in its place. */
  readonly fails?: Readonly<Record<string, string>>;
}

const tried: readonly Tried[] = [
  { title: 'nginx', kind: nginx, debian: 'nginx' },
  { title: 'Caddy', kind: caddy, debian: 'caddy' },
  { title: 'HAProxy', kind: haproxy, debian: 'haproxy' },
  { title: 'Apache', kind: apache, debian: 'apache2' },
  { title: 'lighttpd', kind: lighttpd, debian: 'lighttpd' },
  { title: 'Varnish', kind: varnish, debian: 'varnish' },
  { title: 'Squid', kind: squid, debian: 'squid-openssl', fails: { 'HTTP/2': 'no HTTP/2' } },
  { title: 'Traffic Server', kind: trafficServer, debian: 'trafficserver' },
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ site: await openSiteFiles(), env: siteBehindProxy });
});
afterAll(() => server.stop());

describe.each(tried)('behind $title', ({ title, kind, debian, fails = {} }) => {
  const names = Object.keys(battery);
  let passed = 0;
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await startProxy(kind, server.config.port);
  });
  afterAll(async () => {
    await proxy?.stop();
    const notes = Object.values(fails).map((what) => `; ${what}`);
    addRow({
      name: title,
      version: installedPackages([debian]).get(debian) ?? '',
      outcome: `${passed} of ${names.length} needs of the site${notes.join('')}`,
    });
  });

  test.each(Object.entries(battery))('%s', async (name, run) => {
    const result = run({ kind, proxy, server });
    if (fails[name] !== undefined) return expect(result).rejects.toThrow();
    await result;
    passed += 1;
  });
});

test.each([
  ['Varnish', '-p http_gzip_support=off', varnish, 'each coding of a page'],
  ['Varnish', 'unset req.http.X-Forwarded-Host;', varnish, 'a host and a protocol'],
  ['Squid', 'request_header_access X-Forwarded-Host deny all', squid, 'a host and a protocol'],
  ['Traffic Server', 'CONFIG proxy.config.http.normalize_ae INT 0', trafficServer, 'a page comes'],
  ['Traffic Server', 'rm-header X-Forwarded-Host', trafficServer, 'a host and a protocol'],
])('%s needs its line %s', async (_, line, kind, what) => {
  const proxy = await startProxy(kind.without(line), server.config.port);
  onTestFinished(() => proxy.stop());
  const [, run] = Object.entries(battery).find(([name]) => name.startsWith(what)) ?? [];
  await expect(run?.({ kind, proxy, server })).rejects.toThrow();
});

test('docs/deploy.md says each line that a proxy needs', () => {
  const page = readFileSync(join(deployFolder, '../deploy.md'), 'utf8');
  for (const { lines } of [varnish, squid, trafficServer])
    for (const line of lines) expect(page).toContain(line);
});

test.each([nginx, haproxy, apache, lighttpd])(
  '$name redirects no renewal of its certificate',
  async (kind) => {
    const proxy = await startProxy(kind, server.config.port);
    onTestFinished(() => proxy.stop());
    const request = { port: proxy.httpPort, protocol: 'http' } as const;
    const { status } = await send('/.well-known/acme-challenge/none', request);
    // HAProxy, which serves no files, asks certbot, which does not run.
    expect(status).toBe(kind === haproxy ? 503 : 404);
  },
);

/** What preflight says of a proxy that runs before the site. */
async function gapsBehind(kind: ProxyKind): Promise<readonly LaunchGap[]> {
  const proxy = await startProxy(kind, server.config.port);
  try {
    const https = asker({ proxy });
    return await proxyGaps(server.config, server.ports.signer, async (path, headers = {}) => {
      const { status, headers: given, body } = await https(path, { headers });
      const pairs = Object.entries(given).map(([name, value]): [string, string] => [
        name,
        `${value}`,
      ]);
      return { status, headers: new Headers(pairs), text: async () => body.toString() };
    });
  } finally {
    await proxy.stop();
  }
}

describe('preflight', () => {
  test.each(tried)('finds nothing wrong with $title', async ({ kind }) => {
    expect(await gapsBehind(kind)).toEqual([]);
  });

  test('needs no ProxyPreserveHost of Apache, which says the host in X-Forwarded-Host', async () => {
    expect(await gapsBehind(without(apache, 'ProxyPreserveHost On'))).toEqual([]);
    const mute = without(apache, 'ProxyPreserveHost On', 'ProxyAddHeaders Off');
    expect(await gapsBehind(mute)).toMatchObject([{ what: expect.stringMatching(/^the host/) }]);
  });

  test.each([
    ['Apache', without(apache, 'RequestHeader set X-Forwarded-Proto https'), /^X-Forwarded-Proto/],
    ['nginx', without(nginx, 'proxy_set_header Host $host;'), /^the host/],
    ['nginx', without(nginx, 'proxy_set_header X-Forwarded-Proto $scheme;'), /^X-Forwarded-Proto/],
    [
      'HAProxy',
      without(haproxy, 'http-request set-header X-Forwarded-Proto https'),
      /^X-Forwarded-Proto/,
    ],
    ['Varnish', varnish.without('set req.http.X-Forwarded-Proto = "https";'), /^X-Forwarded-Proto/],
    ['Squid', squid.without('login=PASSTHRU'), /^takes the Authorization header/],
    [
      'Squid',
      squid.without('request_header_add X-Forwarded-Proto https tls'),
      /^X-Forwarded-Proto/,
    ],
    [
      'Traffic Server',
      trafficServer.without('CONFIG proxy.config.url_remap.pristine_host_hdr INT 1'),
      /^the host/,
    ],
    [
      'Traffic Server',
      trafficServer.without('set-header X-Forwarded-Proto https'),
      /^X-Forwarded-Proto/,
    ],
  ])('names the line that %s lacks', async (_, kind, what) => {
    expect(await gapsBehind(kind)).toEqual([
      { where: 'the proxy', what: expect.stringMatching(what) },
    ]);
  });
});
