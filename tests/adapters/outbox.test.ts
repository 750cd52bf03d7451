import { mkdir, mkdtemp, open, readdir, readFile, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutbox } from '@coachsite/adapters/outbox';
import type { Mail } from '@coachsite/core/mail';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';

const now = Date.UTC(2026, 10, 21, 12);
const mail: Mail = {
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  to: 'reader@example.com',
  replyTo: { name: 'Zoë', address: 'zoe@example.com' },
  subject: 'Eén vraag',
  text: 'Dag,\n\nhttps://example.com/x?token=abc&type=email\n',
  html: '<p>Dag</p>',
  unsubscribeUrl: 'https://example.com/u?token=abc',
};

async function outbox(from = 'Coach <hello@coach.example>') {
  const directory = await mkdtemp(join(tmpdir(), 'outbox-'));
  const { mailer, smsSender, purge, removeAbout } = openOutbox({
    directory,
    from,
    clock: { now: () => now },
  });
  const files = () => readdir(directory);
  const read = async () => {
    const [name] = await files();
    return readFile(join(directory, name ?? ''), 'utf8');
  };
  return { directory, mailer, smsSender, purge, removeAbout, files, read };
}

test('mails sent at the same time sort by name in their order', async () => {
  const { mailer, files } = await outbox();
  const order = ['c', 'a', 'b'];
  await Promise.all(order.map((id) => mailer.send({ ...mail, id })));
  expect((await files()).sort().map((name) => name.slice(-5, -4))).toEqual(order);
});

test('a mail is one file that mail programs can read: two parts, UTF-8, CRLF', async () => {
  const { mailer, files, read } = await outbox();
  expect((await mailer.send(mail)).isOk()).toBe(true);
  expect(await files()).toEqual([`20261121T120000000Z-${mail.id}.eml`]);
  const source = await read();
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const parsed = await PostalMime.parse(source);
  expect(parsed.subject).toBe('Eén vraag');
  expect(parsed.from).toMatchObject({ name: 'Coach', address: 'hello@coach.example' });
  expect(parsed.to).toMatchObject([{ address: 'reader@example.com' }]);
  expect(parsed.replyTo).toMatchObject([{ name: 'Zoë', address: 'zoe@example.com' }]);
  expect(parsed.messageId).toBe(`<${mail.id}@coach.example>`);
  expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(mail.text.trim());
  expect(parsed.html).toContain('<p>Dag</p>');
  const header = (key: string) => parsed.headers.find((each) => each.key === key)?.value;
  expect(header('list-unsubscribe')).toBe('<https://example.com/u?token=abc>');
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test.each([
  'Hi\r\nBcc: evil@example.com',
  'Hi\nBcc: evil@example.com',
  'Hi\rBcc: evil@example.com',
  'Hi\u0000\u000bBcc: evil@example.com',
  'Hi\u2028Bcc: evil@example.com',
  'Hi"; <evil@example.com>, "x',
])('a payload in a name or subject adds no header and no recipient: %j', async (payload) => {
  const { mailer, read } = await outbox();
  await mailer.send({
    ...mail,
    subject: payload,
    replyTo: { name: payload, address: 'zoe@example.com' },
  });
  const parsed = await PostalMime.parse(await read());
  expect(parsed.bcc ?? []).toEqual([]);
  expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(parsed.to).toMatchObject([{ address: 'reader@example.com' }]);
  expect(parsed.replyTo).toHaveLength(1);
  expect(parsed.replyTo?.[0]?.address).toBe('zoe@example.com');
});

test.each(['=?utf-8?b?SGFja2Vk?= x', '=?utf-8?q?=0ABcc:_x?=', 'é =?utf-8?b?Cg==?='])(
  'an encoded word in a name or subject is shown as it was typed: %j',
  async (typed) => {
    const { mailer, read } = await outbox();
    const replyTo = { name: typed, address: 'zoe@example.com' };
    await mailer.send({ ...mail, subject: typed, replyTo });
    const parsed = await PostalMime.parse(await read());
    const shown = typed.replaceAll('=?', '= ?');
    expect([parsed.subject, parsed.replyTo?.[0]?.name]).toEqual([shown, shown]);
  },
);

test('two addresses in one field are not two recipients', async () => {
  const { mailer, read } = await outbox();
  await mailer.send({ ...mail, to: 'a@example.com, b@example.com' });
  const parsed = await PostalMime.parse(await read());
  expect(parsed.to?.length).toBeLessThan(2);
});

test('a folder that cannot be written is an error with a code and without content', async () => {
  const { mailer, directory } = await outbox();
  const { rm } = await import('node:fs/promises');
  await rm(directory, { recursive: true });
  const handed = await mailer.send(mail);
  expect(handed._unsafeUnwrapErr()).toEqual({
    kind: 'mail_not_sent',
    problem: 'folder',
    reason: 'ENOENT',
  });
  expect((await mailer.verify())._unsafeUnwrapErr()).toMatchObject({ problem: 'folder' });
});

test('a purge removes old files and keeps the others', async () => {
  const { mailer, purge, directory, files } = await outbox();
  await mailer.send(mail);
  await mailer.send({ ...mail, id: 'young' });
  await utimes(join(directory, `20261121T120000000Z-${mail.id}.eml`), 1, 1);
  expect(await purge(10_000)).toBe(1);
  expect(await files()).toEqual([expect.stringMatching(/-young\.eml$/)]);
});

test('mails that name a person can be removed', async () => {
  const { mailer, removeAbout, files } = await outbox();
  await mailer.send(mail);
  await mailer.send({
    ...mail,
    id: '5b0a7c1e-0000-4000-8000-000000000002',
    to: 'other@example.com',
  });
  expect(await removeAbout('READER@example.com')).toBe(1);
  expect(await files()).toHaveLength(1);
  expect(await removeAbout('zoe@example.com')).toBe(1);
});

test('only a whole address matches, and mails to it are removed', async () => {
  const { mailer, smsSender, removeAbout, files } = await outbox();
  const others = [
    'jan2@example.com',
    'x.an2@example.com',
    'x+an2@example.com',
    'an2@example.com.au',
  ];
  for (const to of others) await mailer.send({ ...mail, id: to.replace('@', '-'), to });
  await smsSender.send({ id: 'sms', to: '32470111222', text: 'jan2@example.com', expiresAt: 1 });
  expect(await removeAbout('an2@example.com')).toBe(0);
  await mailer.send({ ...mail, id: 'own', to: 'an2@example.com' });
  await smsSender.send({ id: 'sms', to: '32470111222', text: 'Is an2@example.com.', expiresAt: 1 });
  expect(await removeAbout('an2@example.com')).toBe(2);
  expect(await files()).toHaveLength(others.length + 1);
});

const longAddress = `${'a-long-local-part-'.repeat(3)}x@a-rather-long-name-of-a-domain.example.com`;
test.each([
  ['as it is', (address: string) => ({ text: `Van ${address}.` })],
  ['quoted-printable', (address: string) => ({ text: `Één vraag van ${address}, vandaag` })],
  ['base64', (address: string) => ({ text: `${'привет '.repeat(20)}<${address}>` })],
  ['html', (address: string) => ({ html: `<p>${address.replace("'", '&#39;')}</p>` })],
  [
    'folded header',
    (address: string) => ({ subject: `${'Een lang onderwerp '.repeat(4)}${address}` }),
  ],
  ['encoded header', (address: string) => ({ subject: `Één vraag over ${address}` })],
])('an address is found in every encoding of the mail: %s', async (_, extra) => {
  for (const address of [
    'ann@example.com',
    "o'neil+x@example.com",
    'zoë@exämple.com',
    longAddress,
  ]) {
    for (let shift = 0; shift < 20; shift += 1) {
      const { mailer, removeAbout } = await outbox();
      const moved = extra(`${'. '.repeat(shift)}${address}`);
      await mailer.send({ ...mail, ...moved });
      expect(await removeAbout(address.slice(1))).toBe(0);
      expect(await removeAbout(`x${address}`)).toBe(0);
      expect(await removeAbout(address)).toBe(1);
    }
  }
});

test('a recipient with non-ASCII letters is found; the address of the site itself is not', async () => {
  const { mailer, removeAbout } = await outbox();
  await mailer.send({ ...mail, to: 'zoë@exämple.com' });
  expect(await removeAbout('oë@exämple.com')).toBe(0);
  expect(await removeAbout('hello@coach.example')).toBe(0);
  expect(await removeAbout('zoë@exämple.com')).toBe(1);
});

test('a visitor’s text does not change how a mail is parsed', async () => {
  const { mailer, removeAbout } = await outbox();
  const words =
    'Content-Type: text/plain; boundary="x"\r\nContent-Transfer-Encoding: base64\r\n\r\n--x';
  await mailer.send({ ...mail, subject: words, text: `${words}\n\n${words} é ann@example.com` });
  expect(await removeAbout('ann@example.com')).toBe(1);
});

test('a file that disappears while the folder is read causes no error', async () => {
  const { mailer, purge, removeAbout, directory } = await outbox();
  await mailer.send(mail);
  for (const name of ['sent.eml', 'written.eml.part']) {
    await symlink(join(directory, 'gone'), join(directory, name));
  }
  expect(await removeAbout('nobody@example.com')).toBe(0);
  expect(await removeAbout('reader@example.com')).toBe(1);
  expect(await purge(Date.now() + 1000)).toBe(0);
});

test.each([
  ['hello@coach.example', 'Sander van Momentum'],
  ['Coach <hello@coach.example>', 'Coach'],
])(
  'a sender without a name is shown by the name in the mail, a named one as it is (%s)',
  async (from, name) => {
    const { mailer, read } = await outbox(from);
    await mailer.send({ ...mail, senderName: 'Sander van Momentum' });
    const sent = await PostalMime.parse(await read());
    expect(sent.from).toEqual({ address: 'hello@coach.example', name });
  },
);

test('a message that cannot be written leaves nothing', async () => {
  const { directory, mailer, smsSender, files } = await outbox();
  for (const name of ['20261121T120000000Z-taken.eml', '20261121T120000001Z-taken.txt'])
    await mkdir(join(directory, name));
  const sms = { id: 'taken', to: '32470123456', text: 'Code 1', expiresAt: now };
  for (const sent of [await mailer.send({ ...mail, id: 'taken' }), await smsSender.send(sms)])
    expect(sent._unsafeUnwrapErr().reason).toBe('EISDIR');
  expect(await files()).toHaveLength(2);
});

test('a message whose name the disk may not have does not count as sent, and leaves nothing', async () => {
  const { directory, mailer, smsSender, files } = await outbox();
  const folder = await open(directory);
  const { sync } = folder;
  const mocked = vi.spyOn(Object.getPrototypeOf(folder), 'sync');
  mocked.mockImplementation(async function (this: typeof folder) {
    if ((await this.stat()).isFile()) return sync.call(this);
    throw Object.assign(new Error('no sync'), { code: 'EIO' });
  });
  try {
    const sms = { id: 'sms', to: '32470123456', text: 'Code 1', expiresAt: now };
    for (const sent of [await mailer.send(mail), await smsSender.send(sms)])
      expect(sent).toMatchObject({ error: { reason: 'EIO' } });
    expect(await files()).toEqual([]);
  } finally {
    mocked.mockRestore();
    await folder.close();
  }
});
