import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { battery, siteBehindProxy } from '../../deploy/support/battery.ts';
import { caddy, nginx } from '../../deploy/support/deploy-files.ts';
import { type ProxyKind, type RunningProxy, startProxy } from '../../deploy/support/proxies.ts';
import { installedPackages } from '../../support/debian.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { addRow } from '../rows.ts';
import { apache, haproxy, lighttpd } from './support/with-file.ts';
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
  { title: 'Squid', kind: squid, debian: 'squid-openssl' },
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
      outcome: `${passed} of ${names.length}${notes.join('')}`,
    });
  });

  test.each(Object.entries(battery))('%s', async (name, run) => {
    const result = run({ kind, proxy, server });
    if (fails[name] !== undefined) return expect(result).rejects.toThrow();
    await result;
    passed += 1;
  });
});
