import { expect, test } from 'vitest';
import { reportsKept } from '#core/src/error-report/record-report.ts';
import { json } from '../support/requests.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const report = (body: unknown, at = server) => fetch(`${at.url}/api/log-client-error`, json(body));

test('a report is kept, cut to size, without the query of its URL', async () => {
  const response = await report({
    message: 'm'.repeat(2000),
    stack: 'at f\r\n\u001b[31mred\u0000',
    url: 'https://x.example/auth/confirm?token_hash=secret#also',
    userAgent: 'Browser',
    extra: 'ignored',
  });
  expect(response.status).toBe(204);
  const [kept] = await server.ports.reports.newest(1);
  expect(kept?.message).toHaveLength(1000);
  expect(kept?.url).toBe('https://x.example/auth/confirm');
  expect(kept?.stack).toBe('at f\n[31mred');
});

test.each([[{}], [{ message: 5, stack: null }], [{ message: '{"level":50}\n{"fake":1}' }]])(
  'a report of any shape is no error: %j',
  async (body) => {
    expect((await report(body)).status).toBe(204);
  },
);

test('a report that is too long, no JSON or of another type is rejected', async () => {
  expect((await report({ message: 'x'.repeat(17_000) })).status).toBe(413);
  for (const [type, status] of [
    ['text/plain', 415],
    ['application/json', 400],
  ] as const) {
    const response = await fetch(`${server.url}/api/log-client-error`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"message":',
    });
    expect(response.status).toBe(status);
  }
});

test('a flood of reports stays within its bounds', async () => {
  const long = 'x'.repeat(5000);
  for (let i = 0; i < 10; i += 1) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => report({ message: long, stack: long })),
    );
    expect(responses.every(({ status }) => status === 204)).toBe(true);
  }
  expect(await server.ports.reports.newest(10_000)).toHaveLength(reportsKept);
});

test('beyond twenty a minute the reports of an IP are dropped in silence', async () => {
  const limited = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  for (let i = 0; i < 25; i += 1) {
    expect((await report({ message: `m${i}` }, limited)).status).toBe(204);
  }
  expect(await limited.ports.reports.newest(100)).toHaveLength(20);
  await limited.stop();
});

const stored = {
  necessary: true,
  functional: true,
  analytics: false,
  marketing: false,
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  policyVersion: '2025-11',
  savedAt: 1,
  language: 'nl',
};

test('a cookie choice is kept as proof, in the form of the page and with the choices grouped', async () => {
  const { id, policyVersion: version, language, savedAt: time, ...choices } = stored;
  const before = await server.ports.consents.count();
  for (const body of [stored, { id, version, language, choices, time }]) {
    expect((await fetch(`${server.url}/api/consent`, json(body))).status).toBe(204);
  }
  expect(await server.ports.consents.count()).toBe(before + 2);
});

test.each([
  [{}],
  [{ ...stored, id: 'short' }],
  [{ ...stored, language: 'fr' }],
  [{ ...stored, analytics: 'yes' }],
])('a proof that proves nothing is rejected: %j', async (body) => {
  const response = await fetch(`${server.url}/api/consent`, json(body));
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ code: 'validation_failed' });
});
