import { expect, test } from 'vitest';
import { call } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

const server = await sharedServer();
const admin = await asAdmin(server);
const path = '/api/admin/client-errors';
const read = (query = '', headers = admin) => call(server, 'GET', `${path}${query}`, { headers });
const run = (...parameters: readonly string[]) =>
  runCommandLine(['errors', ...parameters], { DATA_DIR: server.dataDirectory });
const report = (message: string, url = '/shop') =>
  call(server, 'POST', '/api/log-client-error', {
    body: {
      message,
      url,
      stack: `Error: ${message}\n    at f (/app.js:1:2)`,
      userAgent: 'Firefox',
    },
  });

test('without reports the list is empty, and the command says so', async () => {
  const listed = await read();
  expect([listed.status, listed.body]).toEqual([200, { errors: [], total: 0, reports: 0 }]);
  expect(listed.headers.get('cache-control')).toBe('no-store');
  expect(await run()).toEqual({
    status: 0,
    out: 'No browser has reported an error\n',
    error: '',
  });
});

test('visitors and members read no reports; each reading by an admin is in the log', async () => {
  expect(await read('', {})).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
  const member = await asMember(server);
  expect(await read('', member)).toMatchObject({ status: 403, body: { code: 'not_admin' } });
  const query = { actionType: 'admin_access', limit: 10 } as const;
  const paths = async () =>
    (await server.ports.securityLog.list(query)).map(({ details }) => details.path);
  await expect.poll(paths).toContain(path);
});

test('reports are grouped, newest first, searched and read in pages', async () => {
  await report('first is broken');
  await report('second is broken', '/faq');
  await report('first is broken', '/guide');
  const { body } = await read();
  expect(body).toMatchObject({ total: 2, reports: 3 });
  expect(body.errors).toMatchObject([
    { message: 'first is broken', count: 2, urls: ['/guide', '/shop'], userAgent: 'Firefox' },
    { message: 'second is broken', count: 1, urls: ['/faq'] },
  ]);
  expect(body.errors[0].firstAt <= body.errors[0].lastAt).toBe(true);
  const messages = async (query: string) =>
    (await read(query)).body.errors.map(({ message }: { message: string }) => message);
  expect(await messages('?q=FAQ%20second')).toEqual(['second is broken']);
  expect(await messages('?q=nothing')).toEqual([]);
  expect(await messages('?limit=1&offset=1')).toEqual(['second is broken']);
});

test.each(['?limit=0', '?limit=many', '?offset=-1', `?q=${'x'.repeat(201)}`])(
  '%s is rejected',
  async (query) => {
    expect(await read(query)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  },
);

test('npm run errors prints the same errors, as text and as JSON', async () => {
  const text = await run();
  expect([text.status, text.error]).toEqual([0, '']);
  expect(text.out).toMatch(/^2 x {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC, first .* {2}first is broken\n/);
  expect(text.out).toContain(
    '    /guide, /shop\n    Firefox\n    Error: first is broken\n    at f',
  );
  expect(text.out).toMatch(/2 errors in 3 reports\n$/);
  const json = await run('--json');
  expect(JSON.parse(json.out)).toEqual({ errors: (await read()).body.errors });
  const searched = await run('--search', 'second faq');
  expect(searched.out).toContain('second is broken');
  expect(searched.out).not.toContain('first');
  expect((await run('--search', 'nothing')).out).toBe(
    'No browser has reported an error with these words\n',
  );
  expect((await run('dance')).status).toBe(2);
});

test('no report can look like another entry, or end one, on a terminal', async () => {
  const forged = '9 x  2026-11-28 10:00 UTC  forged';
  for (const end of ['\n', '\r\n', '\r', '\u2028', '\u0085', '\v', '\u001b[1G\u001b[2K']) {
    const body = {
      message: `real${end}${forged}`,
      url: `/shop${end}${forged}`,
      stack: `Error${end}${forged}`,
      userAgent: `Firefox${end}${forged}`,
    };
    expect((await call(server, 'POST', '/api/log-client-error', { body })).status).toBe(204);
  }
  const { out } = await run('--search', 'forged');
  const entries = out.split(/\r\n|[\n\r\v\u0085\u2028]/).filter((line) => /^\S/.test(line));
  for (const line of entries.slice(0, -1))
    expect(line).toMatch(/^\d x {2}\S+ \S+ UTC(?:, first \S+ \S+)? {2}real/);
  expect(entries.at(-1)).toMatch(/errors? in/);
  expect(out).not.toContain('\u001b');
});
