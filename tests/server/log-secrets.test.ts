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
    body: { name: 'Anneliesje', email, subject: 'Vraag', message },
  });
  const [mail] = await server.outbox(email);
  const { dataDirectory } = server;
  const token = mail?.link?.searchParams.get('token') ?? mail?.link?.searchParams.get('token_hash');
  const harmless = [
    '{"level":30,"path":"/contact","status":201,"msg":"request"}',
    `{"level":30,"time":17${mail?.code}12345,"msg":"the digits of a code within a time"}`,
  ];
  const secret = [
    email,
    mail?.code,
    token,
    message,
    'Anneliesje',
    'a@b.be',
    'eyJhbGciOiJFUzI1NiJ9',
  ].map((msg) => JSON.stringify({ level: 30, msg }));
  expect(secret).not.toContain('{"level":30}');
  const log = [...harmless, ...secret, `Not a line of the log: ${email}`].join('\n');
  expect(await linesWithSecrets(log, dataDirectory)).toEqual(secret);
  await server.stop();
});
