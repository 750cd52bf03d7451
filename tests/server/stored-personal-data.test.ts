import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePdf } from '../support/pdf.ts';
import { form, json } from '../support/requests.ts';
import { startTestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';

const visitor = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'MarkedBrowser/77' };

test('neither IP nor browser is stored with a message, a notify-me address or a download (D34, D54)', async () => {
  const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
  const upload = new FormData();
  upload.append('file', new Blob([await makePdf()], { type: 'application/pdf' }), 'gids.pdf');
  await fetch(`${server.url}/api/admin/ebook`, {
    method: 'POST',
    headers: await asAdmin(server),
    body: upload,
  });
  const message = {
    name: 'An',
    email: 'an@example.com',
    subject: 'Vraag',
    message: 'Hoe begin ik?',
  };
  const responses = [
    await fetch(`${server.url}/api/contact`, json(message, visitor)),
    await fetch(`${server.url}/contact`, form(message, visitor)),
    await fetch(
      `${server.url}/api/notify`,
      json({ email: message.email, programId: 'mind-body-12' }, visitor),
    ),
    await fetch(`${server.url}/storage/v1/object/public/ebook/free-guide.pdf`, {
      headers: visitor,
    }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([201, 303, 202, 200]);
  await responses[3]?.arrayBuffer();
  await server.outbox();
  await server.stop({ keep: true });

  const files = readdirSync(server.dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(files.some((content) => content.includes('Hoe begin ik?'))).toBe(true);
  for (const content of files) {
    expect(content.includes('203.0.113.77')).toBe(false);
    expect(content.includes('MarkedBrowser')).toBe(false);
  }
});
