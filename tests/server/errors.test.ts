import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, buildApp, createApp } from '@coachsite/server/app';
import { compose, type Ports } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'coachsite-errors-'));
let app: App;
let ports: Ports;

beforeAll(async () => {
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })._unsafeUnwrap();
  ports = await compose(config);
  app = await buildApp(createApp(config), ports, config, { site: await openSiteFiles() });
  for (const path of ['/boom', '/api/boom', '/auth/v1/boom', '/rest/v1/boom']) {
    app.get(path, async () => {
      throw new Error('SQLITE_CORRUPT in /srv/secret.ts');
    });
  }
});
afterAll(async () => {
  await app.close();
  await ports.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['/api/boom', { code: 'unexpected_failure', id: expect.any(String) }],
  ['/auth/v1/boom', { code: 500, error_code: 'unexpected_failure', error_id: expect.any(String) }],
  ['/rest/v1/boom', { code: 'unexpected_failure', details: null }],
])('an unexpected failure at %s is reported without detail, with an id', async (url, body) => {
  const response = await app.inject({ url });
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject(body);
  expect(response.body).not.toMatch(/SQLITE|secret|stack/);
});

test('a visitor gets a page, in words', async () => {
  const response = await app.inject({ url: '/boom', headers: { accept: 'text/html' } });
  expect(response.statusCode).toBe(500);
  expect(response.headers['content-type']).toContain('text/html');
  expect(response.body).toContain('Er ging iets mis');
  expect(response.body).toContain('Something went wrong');
  const [, styles = ''] = /<style>(.*)<\/style>/.exec(response.body) ?? [];
  const hash = createHash('sha256').update(styles).digest('base64');
  expect(response.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  expect(response.headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(response.body).not.toMatch(/SQLITE|secret/);
});

test('the process goes on, and says when the database does not', async () => {
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  const { probe } = ports;
  Object.assign(ports, { probe: () => Promise.reject(new Error('disk full')) });
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  Object.assign(ports, { probe });
});
