import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import program from '#server/package.json' with { type: 'json' };
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Readonly<Record<string, unknown>> }>
    >;
  };
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
}

const server = await sharedServer();
const text = await (await fetch(`${server.url}/openapi.json`)).text();
const { paths } = JSON.parse(text) as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const urlOf = (path: string) =>
  server.url + path.replaceAll(/\{\w+\}/g, '5b0a7c1e-0000-4000-8000-000000000001');
const operations = () =>
  Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({ method, path, call })),
  );

describe('/openapi.json', () => {
  test('names the program, its version and where this site is', () => {
    const { openapi, info, servers } = JSON.parse(text);
    expect(openapi).toMatch(/^3\.1\./);
    expect(info).toMatchObject({ title: server.config.site.name, version: program.version });
    expect(servers).toEqual([{ url: server.config.publicUrl }]);
  });

  test('every call has an id of its own, a summary and a tag that is described', () => {
    const described = (JSON.parse(text).tags as { name: string }[]).map(({ name }) => name);
    const ids = operations().map(({ call }) => call.operationId);
    expect(ids).toHaveLength(new Set(ids).size);
    for (const { method, path, call } of operations()) {
      const { operationId, summary, tags } = call;
      expect([method, path, operationId]).toEqual([
        method,
        path,
        expect.stringMatching(/^[a-z]\w+$/),
      ]);
      expect([path, summary]).toEqual([path, expect.stringMatching(/^[A-Z].{8,}[^.]$/)]);
      expect([path, described]).toEqual([path, expect.arrayContaining([...tags])]);
      expect(tags).toHaveLength(1);
    }
  });

  test('every call of the site is in the table of docs/contract.md', () => {
    const table = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');
    const own = Object.keys(paths).filter((path) => path.startsWith('/api/'));
    expect(own.length).toBeGreaterThan(40);
    expect(
      own.filter((path) => !table.includes(`${path}\``) && !table.includes(`${path}?`)),
    ).toEqual([]);
  });

  test('every call documents its success and its errors', () => {
    for (const { method, path, call } of operations()) {
      const name = `${method} ${path}`;
      const statuses = Object.keys(call.responses).map(Number);
      expect([name, statuses.some((status) => status < 400)]).toEqual([name, true]);
      expect([name, statuses.filter((status) => status >= 400).length > 1]).toEqual([name, true]);
      const described = Object.values(call.responses).map(({ description }) => description);
      expect([name, described.filter((each) => each === '')]).toEqual([name, []]);
    }
  });

  test.each([
    ['post', '/api/contact', '201'],
    ['post', '/api/notify', '202'],
    ['post', '/api/admin/notify/launch', '202'],
    ['post', '/api/admin/ebook', '201'],
    ['post', '/auth/v1/logout', '204'],
    ['get', '/auth/v1/verify', '303'],
    ['post', '/rest/v1/rpc/log_security_event', '204'],
  ])('%s %s returns %s', (method, path, status) => {
    expect(Object.keys(paths[path]?.[method]?.responses ?? {})).toContain(status);
  });

  test('an error names its codes, in the form of its service', () => {
    const { responses } = paths['/auth/v1/signup']?.post ?? {
      responses: {} as Operation['responses'],
    };
    expect(responses[422]).toMatchObject({
      description: expect.stringContaining('`weak_password`'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/AuthErrorBody' } } },
    });
  });

  test('every call that takes a body documents its type and schema', () => {
    const bodiless = [
      // The path or the query says it all.
      'post /api/account/recovery-codes',
      'post /api/admin/articles/{slug}/{language}/versions/{id}/restore',
      'post /api/admin/ebook/text/read',
      'post /api/admin/ebook/text/versions/{id}/restore',
      'post /api/admin/ebook/versions/{id}/restore',
      'post /api/admin/mails/{id}/retry',
      'post /api/admin/site/versions/{id}/restore',
      'post /auth/v1/factors/recovery-codes/regenerate',
      'post /auth/v1/logout',
    ];
    for (const { method, path, call } of operations()) {
      const name = `${method} ${path}`;
      if (!['post', 'put', 'patch'].includes(method) || bodiless.includes(name)) continue;
      const schemas = Object.values(call.requestBody?.content ?? {});
      expect([name, schemas.length > 0]).toEqual([name, true]);
      for (const { schema } of schemas) expect([name, schema]).not.toEqual([name, {}]);
    }
  });

  test.each([
    ['post', '/api/admin/ebook', ['multipart/form-data']],
    ['put', '/storage/v1/object/ebook/free-guide.pdf', ['application/pdf', 'multipart/form-data']],
    ['post', '/auth/v1/callback', ['application/x-www-form-urlencoded', 'application/json']],
    ['post', '/auth/v1/sso/saml/acs', ['application/x-www-form-urlencoded', 'application/json']],
    ['post', '/rest/v1/rpc/check_rate_limit', ['application/json']],
  ])('%s %s takes %j', (method, path, types) => {
    expect(Object.keys(paths[path]?.[method]?.requestBody?.content ?? {})).toEqual(types);
  });

  test('the arguments of a function are those that it checks', () => {
    const { content } = paths['/rest/v1/rpc/log_security_event']?.post?.requestBody ?? {};
    expect(content?.['application/json']?.schema).toMatchObject({
      required: ['action_type', 'table_name'],
      properties: {
        action_type: { enum: expect.arrayContaining(['auth_success', 'admin_access']) },
        table_name: { enum: ['security_events'] },
        details: {},
      },
    });
  });

  test.each([
    ['/rest/v1/user_roles', ['select', 'user_id', 'role', 'limit', 'offset', 'order']],
    ['/storage/v1/object/public/ebook/free-guide.pdf', ['download']],
    [
      '/auth/v1/authorize',
      [
        'provider',
        'redirect_to',
        'scopes',
        'code_challenge',
        'code_challenge_method',
        'skip_http_redirect',
      ],
    ],
  ])('reading %s takes %j', (path, names) => {
    expect(paths[path]?.get?.parameters?.map(({ name }) => name)).toEqual(names);
  });

  test('a call says whether it needs a user, and how that user authenticates', () => {
    const both = [{ bearer: [] }, { cookie: [] }];
    expect(paths['/auth/v1/user']?.get?.security).toEqual(both);
    expect(paths['/storage/v1/object/ebook/free-guide.pdf']?.put?.security).toEqual(both);
    expect(paths['/rest/v1/user_roles']?.get?.security).toEqual([{}, ...both]);
    expect(paths['/api/contact']?.post).not.toHaveProperty('security');
    const known = Object.keys(JSON.parse(text).components.securitySchemes);
    expect(known).toEqual(['bearer', 'cookie']);
  });

  test('every reference leads somewhere', () => {
    const { components } = JSON.parse(text) as { components: { schemas: object } };
    const known = Object.keys(components.schemas);
    const used = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(used.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });
});

/** These send or begin something by GET, which HEAD must not do. */
const actsByGet = [
  '/auth/v1/authorize',
  '/auth/v1/callback',
  '/auth/v1/reauthenticate',
  '/auth/v1/user/identities/authorize',
  '/auth/v1/verify',
];
const isReadByHead = (path: string, calls: object) => 'get' in calls && !actsByGet.includes(path);

test('HEAD responds like GET, without a body', async () => {
  const headers = await asAdmin(server);
  const read = async (path: string, method: string) => {
    const response = await fetch(urlOf(path), { method, headers, redirect: 'manual' });
    const shown = ['content-type', 'cache-control', 'etag', 'location', 'x-sb-error-code'];
    return {
      head: [path, response.status, ...shown.map((name) => response.headers.get(name))],
      text: await response.text(),
    };
  };
  for (const [path, calls] of Object.entries(paths)) {
    if (!isReadByHead(path, calls)) continue;
    const [got, head] = [await read(path, 'GET'), await read(path, 'HEAD')];
    expect(head).toEqual({ head: got.head, text: '' });
  }
});

/** Methods that a path has without documentation: they reject, or do nothing. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  '/auth/v1/verify': ['HEAD'],
  // Its last segment may be the id of an identity.
  '/auth/v1/user/identities/authorize': ['DELETE'],
  '/rest/v1/user_roles': ['POST', 'PUT', 'PATCH', 'DELETE'],
};

test('a method that a path does not take: 405, and which ones it takes', async () => {
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  for (const [path, calls] of Object.entries(paths)) {
    const taken = Object.keys(calls).map((method) => method.toUpperCase());
    const head = isReadByHead(path, calls) && !taken.includes('HEAD') ? ['HEAD'] : [];
    const own = [...taken, ...head, ...(hidden[path] ?? [])].toSorted();
    for (const method of all.filter((each) => !own.includes(each))) {
      const response = await fetch(urlOf(path), { method });
      const name = `${method} ${path}`;
      expect([name, response.status]).toEqual([name, 405]);
      expect([name, response.headers.get('allow')]).toEqual([name, own.join(', ')]);
      if (method !== 'HEAD') expect(await response.json()).toHaveProperty('code');
    }
  }
});

test('a method that a page does not take, and a path that is not there', async () => {
  const post = await fetch(`${server.url}/healthz`, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const nowhere = await fetch(`${server.url}/api/nowhere`, { method: 'POST' });
  expect([nowhere.status, nowhere.headers.get('allow')]).toEqual([404, null]);
});

describe('a body that is not JSON where JSON is expected: 415', () => {
  const forms = [
    '/auth/v1/callback',
    '/auth/v1/sso/saml/acs',
    '/api/admin/site/preview',
    '/api/admin/articles/preview',
  ];
  const uploads = ['/api/admin/ebook', '/api/admin/site/portrait', '/api/admin/articles/pictures'];
  const types = [
    'multipart/form-data; boundary=x',
    'Multipart/Form-Data; boundary=x',
    '\tmultipart/form-data; boundary=x',
    'multipart/mixed',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx',
  ];

  test.each(types)('%j', async (type) => {
    const headers = { ...(await asAdmin(server)), 'content-type': type };
    const jsonCalls = operations().filter(
      ({ method, path }) =>
        ['post', 'put', 'patch'].includes(method) &&
        !uploads.includes(path) &&
        !path.startsWith('/storage/') &&
        // Off without a provider, whatever is sent.
        path !== '/auth/v1/sso' &&
        !forms.includes(path),
    );
    expect(jsonCalls.length).toBeGreaterThan(15);
    for (const { method, path } of jsonCalls) {
      const body = new TextEncoder().encode('{"password":1,"name":1}');
      const response = await fetch(urlOf(path), {
        method: method.toUpperCase(),
        headers,
        body,
      });
      expect([path, response.status]).toEqual([path, 415]);
    }
  });

  test('the auth service responds in the requested API version', async () => {
    const body = new FormData();
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    const response = await fetch(`${server.url}/auth/v1/signup`, { method: 'POST', headers, body });
    expect(await response.json()).toEqual({
      code: 'validation_failed',
      message: 'Request body must be JSON',
    });
  });
});
