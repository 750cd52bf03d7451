import { request } from 'node:http';
import { openSiteFiles } from '@coachsite/server/site-files';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer({
  site: await openSiteFiles(),
  env: {
    PUBLIC_URL: 'https://coach.example',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'let-me-in',
  },
});

interface Received {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Sends a request as the proxy in front of the server does. */
function ask(
  path: string,
  {
    host = 'coach.example',
    proto = 'https',
    method = 'GET',
    ...headers
  }: Readonly<Record<string, string | string[]>> = {},
): Promise<Received> {
  const { port } = new URL(server.url);
  const forwarded = {
    host: String(host),
    'x-forwarded-proto': proto,
    'x-forwarded-for': '203.0.113.9',
  };
  return new Promise((resolve, reject) => {
    request(
      {
        port,
        host: '127.0.0.1',
        path,
        method: String(method),
        headers: { ...forwarded, ...headers },
      },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      },
    )
      .on('error', reject)
      .end();
  });
}

test.each([
  ['/about?x=1', { proto: 'http' }, '/about?x=1'],
  ['/about', { host: 'www.coach.example' }, '/about'],
  ['/about', { host: 'www.coach.example', proto: 'http' }, '/about'],
  ['/about', { host: 'other.example' }, '/about'],
  ['/about', { host: 'coach.example:81' }, '/about'],
  ['/about', { host: 'a b' }, '/about'],
  ['/about/', {}, '/about'],
  ['/', { host: 'localhost', proto: 'http' }, '/'],
])('%s asked with %o is redirected to the one https host', async (path, how, target) => {
  const { status, headers } = await ask(path, how);
  expect({ status, location: headers.location }).toEqual({
    status: 308,
    location: `https://coach.example${target}`,
  });
});

test.each([
  ['GET', '/%61bout?x=%61', '/about?x=%61'],
  ['GET', '/%41%62%6Fut%2D%5f%7e', '/About-_~'],
  ['GET', '/blog/page/%31', '/blog/page/1'],
  ['POST', '/%61pi/contact', '/api/contact'],
  ['GET', '/%61uth/v1/settings/', '/auth/v1/settings'],
])(
  '%s %s, with letters that need no escape, is redirected to the path without',
  async (method, path, target) => {
    const { status, headers } = await ask(path, { method });
    expect([status, headers.location]).toEqual([308, `https://coach.example${target}`]);
  },
);

test.each([
  'HTTPS',
  'Https',
  ' https ',
  'https,http',
  'https, http',
  'http, https',
  'http,HTTPS',
  '"https"',
])('a page that a proxy forwards with the protocol %s is served', async (proto) => {
  for (const path of ['/about', '/api/articles', '/auth/v1/settings'])
    expect([path, (await ask(path, { proto })).status]).toEqual([path, 200]);
});

test.each(['http', 'HTTP', 'http, http', '', 'httpsx', 'ws'])(
  'with the protocol "%s" it is redirected',
  async (proto) => {
    const { status, headers } = await ask('/about', { proto });
    expect([status, headers.location]).toEqual([308, 'https://coach.example/about']);
  },
);

test('in whatever lists, lines and case: where any proxy on the way had https, the page is served', async () => {
  const https = fc.constantFrom('https', 'HTTPS', 'Https', '"https"');
  const protocol = fc.oneof(https, fc.constantFrom('http', 'HTTP', 'ws', '', 'httpss'));
  const line = fc
    .tuple(
      fc.array(protocol, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(',', ', ', ' , ', ',\t'),
    )
    .map(([protocols, between]) => protocols.join(between));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 3 }), async (proto) => {
      const { status } = await ask('/auth/v1/settings', { proto });
      const all = proto.join(',').split(',');
      const hasHttps = all.some((one) => /^"?https"?$/i.test(one.trim()));
      expect(status).toBe(hasHttps ? 200 : 308);
    }),
  );
});

test.each([
  ['coach.example', 200],
  ['COACH.Example:443', 200],
  ['evil.example, coach.example', 200],
  [['evil.example', ' coach.example '], 200],
  ['', 200],
  ['coach.example, evil.example', 308],
  [['coach.example', 'www.coach.example'], 308],
])('of forwarded hosts %o the last decides: %i', async (forwarded, expected) => {
  const asked = await ask('/about', { host: 'coach.example', 'x-forwarded-host': forwarded });
  expect(asked.status).toBe(expected);
});

describe('a request target that is a whole URL (RFC 9112 3.2.2)', () => {
  test.each([
    ['GET', '/about', 200],
    ['GET', '/about', 200],
    ['GET', '', 200],
    ['GET', '?x=1', 200],
    ['HEAD', '/about?x=1', 200],
    ['GET', '/healthz', 200],
    ['GET', '/api/articles', 200],
    ['POST', '/api/contact', 422],
    ['DELETE', '/api/contact', 405],
    ['OPTIONS', '/auth/v1/token', 204],
    ['GET', '/auth/v1/user', 401],
    ['GET', '/nowhere', 404],
  ])('%s of %s is served as its path', async (method, path, status) => {
    for (const origin of [
      'https://coach.example',
      'http://coach.example',
      'HTTP://Coach.Example:443',
    ]) {
      const asked = await ask(origin + path, { method, host: 'whatever.example' });
      expect([origin, asked.status, asked.headers.location]).toEqual([origin, status, undefined]);
    }
  });

  test.each([
    ['http://other.example/about?x=1', '/about?x=1'],
    ['https://www.coach.example/about', '/about'],
    ['https://coach.example.evil.example/', '/'],
    ['https://coach.example:81/about', '/about'],
    ['https://coach.example//evil.example/a', '/evil.example/a'],
    ['https:///about', '/about'],
    ['https://coach.example/about/', '/about'],
    ['ftp://coach.example/about', '/'],
  ])('%s is redirected like the Host header would be', async (target, path) => {
    const { status, headers } = await ask(target);
    expect([status, headers.location]).toEqual([308, `https://coach.example${path}`]);
  });

  test('of a foreign host still reaches the health of the server', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await ask(`http://10.0.0.7:3000${path}`, { proto: 'http' })).status).toBe(200);
  });
});

test('characters that mean something else unescaped stay escaped', async () => {
  for (const path of ['/%2Fabout', '/%2e%2e', '/%25', '/a%3Fb', '/%C3%A9'])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
});

test('at its own host a page is served, and asks for https from then on', async () => {
  const { status, headers } = await ask('/about?lang=en');
  expect(status).toBe(200);
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headers['set-cookie']).toEqual([
    'language=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
  ]);
});

test('a call that changes something keeps its method when it is sent on', async () => {
  expect((await ask('/api/contact', { proto: 'http', method: 'POST' })).status).toBe(308);
});

test('health and metrics respond on every host', async () => {
  const inside = { host: '10.0.0.7:3000', proto: 'http' };
  expect((await ask('/healthz', inside)).status).toBe(200);
  expect((await ask('/readyz', inside)).status).toBe(200);
  expect((await ask('/metrics', inside)).status).toBe(403);
  expect((await ask('/metrics', { ...inside, authorization: 'Bearer let-me-in' })).status).toBe(
    200,
  );
  expect((await ask('/metrics', { ...inside, authorization: 'Bearer other' })).status).toBe(403);
});

test('no cache keeps a redirect, whose host may come from a header that it does not know', async () => {
  const { status, headers } = await ask('/about', { 'x-forwarded-host': 'other.example' });
  expect([status, headers['cache-control']]).toEqual([308, 'no-store']);
});

describe('on plain http', async () => {
  const plain = await sharedServer({ site: await openSiteFiles() });

  test.each(['[::', 'a b', '%zz', 'localhost:99999'])(
    'a Host of %j leads to the site, without a failure',
    async (host) => {
      const { port } = new URL(plain.url);
      for (const path of ['/about', '/auth/v1/verify?token=secret', '/api/ebook']) {
        const status = await new Promise((resolve, reject) => {
          request({ port, host: '127.0.0.1', path, headers: { host } }, (response) => {
            response.resume();
            resolve(response.statusCode);
          })
            .on('error', reject)
            .end();
        });
        expect([path, status]).toEqual([path, 308]);
      }
    },
  );
});
