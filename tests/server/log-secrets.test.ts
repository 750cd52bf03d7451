import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linesWithSecrets } from '../e2e/support/log-secrets.ts';
import { call, newEmail, signUp } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';

test('the check of the end-to-end suite finds each kind of secret in a log', async () => {
  const server = await startTestServer({ env: { AUTH_AUTOCONFIRM: 'false' } });
  const email = newEmail();
  await signUp(server, email);
  const message = 'Een "vraag"\ndie niemand anders leest (1 + 1)?';
  await call(server, 'POST', '/api/contact', {
    body: { name: 'Anneliesje', email, subject: 'Over slaap', message },
  });
  const phone = '32470123456';
  await call(server, 'POST', '/auth/v1/otp', { body: { phone: `+${phone}` } });
  const texts = () =>
    readdirSync(server.config.outboxDirectory).filter((name) => name.endsWith('.txt'));
  await expect.poll(texts).toHaveLength(1);
  const [mail] = await server.outbox(email);
  const { dataDirectory } = server;
  const token = mail?.link?.searchParams.get('token') ?? mail?.link?.searchParams.get('token_hash');
  const harmless = [
    '{"level":30,"path":"/contact","status":201,"msg":"request"}',
    '{"level":30,"id":"0a0a0a0a-0b0b-4c0c-8d0d-0e0e0e0e0e0e","path":"/auth/v1/verify","msg":"request"}',
    'Momentum Coaching is at http://localhost:3000',
    `{"level":30,"time":17${mail?.code}12345,"msg":"the digits of a code within a time"}`,
  ];
  const secret = [
    email,
    mail?.code,
    token,
    message,
    'Anneliesje',
    'Over slaap',
    phone,
    'a@b.be',
    'eyJhbGciOiJFUzI1NiJ9',
    `${'0a'.repeat(16)}.7.${'x'.repeat(43)}`,
    '__Host-cs-refresh=something',
    '/verify?token=something',
    'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    '7k2m-9xqa-0c4f-hv8z',
    '$argon2id$v=19',
  ].map((msg) => JSON.stringify({ level: 30, msg }));
  secret.push('{"level":30,"ip":"192.0.2.7"}', `Error: nobody is ${email}`);
  expect(secret).not.toContain('{"level":30}');
  const setup = 'Make the first admin at http://localhost:3000/admin-setup?token=something';
  const log = [...harmless, setup, ...secret].join('\n');
  expect(await linesWithSecrets(log, { dataDirectory })).toEqual(secret);
  await server.stop();
});
