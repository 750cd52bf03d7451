import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyCharacter } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { siteWithContactForm } from '../support/contact-page.ts';
import { startMailServer } from '../support/mail-server.ts';
import { form, json } from '../support/requests.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';

const typed = {
  name: 'Ann Peeters',
  email: 'ann@example.com',
  subject: 'Een vraag',
  message: 'Dag coach,\n\nWanneer kan ik starten?',
};

const server = await sharedServer({ site: siteWithContactForm });
const limited = await sharedServer({
  env: { AUTH_IP_RATE_LIMITS: 'on' },
  site: siteWithContactForm,
});

const send = (body: unknown, headers = {}) =>
  fetch(`${server.url}/api/contact`, json(body, headers));
const kept = async (id: string) =>
  (await server.ports.messages.list({ limit: 1000, offset: 0 })).find((each) => each.id === id);
const rejectedFields = async (response: Response) =>
  ((await response.json()) as { fields: Record<string, string> }).fields;

describe('POST /api/contact', () => {
  test('stores the message before it responds, and mails it to the coach with the visitor in Reply-To', async () => {
    const response = await send({ ...typed, email: ' Ann@Example.com ' });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    expect(await kept(id)).toMatchObject({ ...typed, status: 'new', flagged: false });
    const mail = (await server.outbox(server.config.contactTo)).at(-1);
    expect(mail?.subject).toContain('Een vraag');
    expect(mail?.text).toContain('Wanneer kan ik starten?');
  });

  test.each([
    [{}, ['email', 'message', 'name', 'subject']],
    [{ ...typed, name: 'n'.repeat(101) }, ['name']],
    [{ ...typed, subject: 's'.repeat(201) }, ['subject']],
    [{ ...typed, message: 'm'.repeat(1001) }, ['message']],
    [{ ...typed, email: `${'e'.repeat(250)}@x.be` }, ['email']],
    [{ ...typed, email: 'description@example.com' }, ['email']],
    [{ ...typed, email: 'a@example.com\r\nBcc: b@example.com' }, ['email']],
    [{ ...typed, name: 12, message: null }, ['message', 'name']],
    [{ ...typed, subject: '<>' }, ['subject']],
  ])('names the fields it rejects: %j', async (body, fields) => {
    const [counts, mails] = [await server.ports.messages.counts(), await server.outbox()];
    const response = await send(body);
    expect(response.status).toBe(422);
    expect(Object.keys(await rejectedFields(response)).sort()).toEqual(fields);
    expect(await server.ports.messages.counts()).toEqual(counts);
    expect(await server.outbox()).toHaveLength(mails.length);
  });

  test('takes every field at its limit', async () => {
    const full = {
      name: 'n'.repeat(100),
      email: `${'e'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(3)}be`.slice(-254),
      subject: 's'.repeat(200),
      message: 'm'.repeat(1000),
    };
    expect((await send(full)).status).toBe(201);
  });

  test('a filled honeypot gets the response of a message, is stored as spam and not mailed', async () => {
    const before = (await server.outbox()).length;
    const response = await send({ ...typed, website: 'https://spam.example' });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    expect((await kept(id))?.status).toBe('spam');
    expect(await server.outbox()).toHaveLength(before);
  });

  let odd = 0;
  test.each([
    [{ elapsedMs: 1999 }, {}, true],
    [{ elapsedMs: 2000 }, {}, false],
    [{}, { 'sec-fetch-site': 'cross-site' }, true],
    [{}, { 'sec-fetch-site': 'same-origin' }, false],
    [{}, { origin: 'https://elsewhere.example' }, true],
  ])('flags what is odd: %j %j', async (extra, headers, flagged) => {
    const body = { ...typed, ...extra, message: `Odd ${++odd}` };
    const { id } = (await (await send(body, headers)).json()) as { id: string };
    expect(await kept(id)).toMatchObject({ flagged, status: 'new' });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded'])('takes no %s', async (type) => {
    const response = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(typed),
    });
    expect(response.status).toBe(415);
  });

  test('no posted body leads to a server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: anyCharacter })), async (body) => {
        const response = await fetch(`${server.url}/api/contact`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        expect(await response.json()).toHaveProperty('code');
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    'x\r\nBcc: evil@example.com',
    'x\nTo: evil@example.com\n\nbody',
    'x\u0000\u000b\rCc: evil@example.com',
  ])('%j injects no header', async (payload) => {
    await send({ ...typed, name: payload, subject: payload });
    const mails = await server.outbox();
    expect(mails.every(({ to }) => to === server.config.contactTo)).toBe(true);
  });
});

describe('a message that is sent again, as its response was lost', () => {
  const words = { ...typed, subject: 'Verloren antwoord' };
  const found = async (subject: string) =>
    (await server.ports.messages.list({ limit: 1000, offset: 0 })).filter(
      (each) => each.subject === subject,
    );
  const mailsAbout = async (subject: string) =>
    (await server.outbox(server.config.contactTo)).filter((mail) =>
      mail.subject?.includes(subject),
    );

  test('is one message with one mail, and gets the same response; edited words are another', async () => {
    const first = await send(words);
    const again = await send({ ...words, email: 'ANN@example.com', elapsedMs: 60_000 });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    const pressed = await fetch(`${server.url}/contact`, form(words));
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/thank-you']);
    expect(await found(words.subject)).toHaveLength(1);
    expect(await mailsAbout(words.subject)).toHaveLength(1);
    expect((await send({ ...words, message: 'Nog iets.' })).status).toBe(201);
    expect(await found(words.subject)).toHaveLength(2);
  });

  test('many times at once too', async () => {
    const subject = 'Dubbel gedrukt';
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2
          ? send({ ...words, subject })
          : fetch(`${server.url}/contact`, form({ ...words, subject })),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 303]));
    expect(await found(subject)).toHaveLength(1);
    expect(await mailsAbout(subject)).toHaveLength(1);
  });
});

describe('POST /contact without JavaScript', () => {
  test('leads to the thank-you page', async () => {
    const message = 'Zonder scripts';
    const response = await fetch(`${server.url}/contact`, form({ ...typed, message }));
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/thank-you');
    const newest = (await server.ports.messages.list({ status: 'new', limit: 1000, offset: 0 })).at(
      -1,
    );
    expect(newest).toMatchObject({ name: 'Ann Peeters', language: 'nl' });
  });

  test.each([
    ['no cookies', {}, '/thank-you?lang=en'],
    ['a cookie that knows it', { cookie: 'language=en' }, '/thank-you'],
  ])('thanks in the language of the form, with %s', async (_name, headers, location) => {
    const body = form({ ...typed, message: `To ${location}` }, headers);
    const response = await fetch(`${server.url}/contact?lang=en`, body);
    expect(response.headers.get('location')).toBe(location);
    const newest = (await server.ports.messages.list({ status: 'new', limit: 1000, offset: 0 })).at(
      -1,
    );
    expect(newest?.language).toBe('en');
  });

  test('a rejected form comes back in its language with the text that was typed', async () => {
    const response = await fetch(
      `${server.url}/contact`,
      form({ ...typed, email: 'nonsense' }, { cookie: 'language=en' }),
    );
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-language')).toBe('en');
    const page = await response.text();
    expect(page).toContain('Wanneer kan ik starten?');
    expect(page).toContain('email:format');
  });

  test('a text far too long comes back whole', async () => {
    const message = 'é'.repeat(10_000);
    const response = await fetch(`${server.url}/contact`, form({ ...typed, message }));
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain(message);
    expect(page).toContain('message:too_long');
  });

  test('no other body than a form or JSON is read', async () => {
    const response = await fetch(`${server.url}/contact`, { method: 'POST', body: 'name=x' });
    expect(response.status).toBe(415);
  });

  test.each([[[]], [[typed]], [null], [1], ['name']])(
    '%j in JSON counts as an empty form',
    async (body) => {
      const response = await fetch(`${server.url}/contact`, json(body));
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('name:required');
    },
  );
});

describe('limits', () => {
  test('the sixth message of an IP within ten minutes is rejected; mistakes do not count', async () => {
    const post = (body: unknown) => fetch(`${limited.url}/api/contact`, json(body));
    for (let i = 0; i < 10; i += 1) expect((await post({})).status).toBe(422);
    for (let i = 0; i < 5; i += 1) expect((await post(typed)).status).toBe(201);
    const rejected = await post(typed);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejected.json()).toMatchObject({ code: 'over_request_rate_limit' });
    const page = await fetch(`${limited.url}/contact`, form(typed));
    expect(page.status).toBe(429);
    expect(await page.text()).toContain('Wanneer kan ik starten?');
  });
});

test('a hundred and thirty messages at once are all kept, and a hundred mails go out', async () => {
  const busy = await startTestServer();
  const responses = await Promise.all(
    Array.from({ length: 130 }, (_, index) =>
      fetch(`${busy.url}/api/contact`, json({ ...typed, subject: `Vraag ${index}` })),
    ),
  );
  expect(responses.every(({ status }) => status === 201)).toBe(true);
  expect((await busy.ports.messages.counts()).new).toBe(130);
  expect(await busy.outbox()).toHaveLength(100);
  await busy.stop();
});

test('what was acknowledged while the mail server was down is mailed after a restart', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const down = await startTestServer({ dataDirectory, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  expect((await fetch(`${down.url}/api/contact`, json(typed))).status).toBe(201);
  await down.app.close();
  // The next try, and the end of a pause, are a minute away: the hold of nobody, ended at once, brings it forward.
  expect(await down.ports.mailQueue.take(1, 0, Date.now() + 120_000)).toHaveLength(1);
  await down.ports.mailQueue.setPause(undefined);
  await down.ports.close();

  const mailServer = await startMailServer();
  const up = await startTestServer({ dataDirectory, env: { SMTP_URL: mailServer.url } });
  await expect.poll(() => mailServer.received.length, { timeout: 20_000 }).toBe(1);
  expect(mailServer.received[0]?.to).toEqual([up.config.contactTo]);
  expect(mailServer.received[0]?.email.replyTo).toMatchObject([
    { name: 'Ann Peeters', address: 'ann@example.com' },
  ]);
  await up.stop();
  await mailServer.close();
});
