import dns from 'node:dns';
import { smtpMailer } from '@coachsite/adapters/smtp';
import type { Mail } from '@coachsite/core/mail';
import { afterEach, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const mail: Mail = {
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  to: 'ann@example.com',
  subject: 'Dag',
  text: 'Dag\n',
  html: '<p>Dag</p>',
};

let server: MailServer;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

type Done = (error: null, ...found: readonly unknown[]) => void;

/** Resolves every name to this machine, whatever its network. */
function resolveToLoopback(): void {
  const { prototype } = dns.Resolver;
  const here = ['127.0.0.1'];
  vi.spyOn(prototype, 'resolve4').mockImplementation(((_: string, done: Done) =>
    done(null, here)) as never);
  vi.spyOn(prototype, 'resolve6').mockImplementation(((_: string, done: Done) =>
    done(null, [])) as never);
}

async function send(host: string) {
  server = await startMailServer({ startTls: true });
  const mailer = smtpMailer({ url: server.url.replace('127.0.0.1', host), from: 'a@b.example' });
  const sent = await mailer.send(mail);
  mailer.close();
  return sent;
}

test('a server on this machine may use a self-signed certificate', async () => {
  expect((await send('127.0.0.1')).isOk()).toBe(true);
  expect(server.received).toHaveLength(1);
});

test.each(['localhost.example.org', '127.mail.example.org'])(
  'the certificate of %s is verified, although the name begins like a loopback name',
  async (host) => {
    resolveToLoopback();
    expect((await send(host))._unsafeUnwrapErr().reason).toMatch(/^(ESOCKET|ETLS)/);
    expect(server.received).toHaveLength(0);
  },
);

test.each([
  ['a password', { password: 'secret' }, 'site:secret@'],
  ['a mail', {}, ''],
])('%s is not sent to another machine without encryption', async (_, options, credentials) => {
  resolveToLoopback();
  server = await startMailServer(options);
  const url = `smtp://${credentials}${new URL(server.url).host}`;
  const from = 'a@b.example';
  const elsewhere = smtpMailer({ url: url.replace('127.0.0.1', 'mail.example.org'), from });
  expect((await elsewhere.send(mail))._unsafeUnwrapErr()).toMatchObject({ problem: 'tls' });
  expect((await elsewhere.verify())._unsafeUnwrapErr()).toMatchObject({ problem: 'tls' });
  elsewhere.close();
  const here = smtpMailer({ url, from });
  expect((await here.send(mail)).isOk()).toBe(true);
  here.close();
  expect(server.received).toHaveLength(1);
});
