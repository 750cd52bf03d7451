import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interests } from '@coachsite/adapters/contract';
import confirmEn from '@coachsite/ui/content/en/notify-confirm.json' with { type: 'json' };
import unsubscribeEn from '@coachsite/ui/content/en/notify-unsubscribe.json' with { type: 'json' };
import confirmNl from '@coachsite/ui/content/nl/notify-confirm.json' with { type: 'json' };
import unsubscribeNl from '@coachsite/ui/content/nl/notify-unsubscribe.json' with { type: 'json' };
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { visibleText } from '../support/page-content.ts';
import { json } from '../support/requests.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer, sharedSite } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';
import { onDatabaseOf } from '../support/site-database.ts';

const texts = {
  nl: { confirm: confirmNl, unsubscribe: unsubscribeNl },
  en: { confirm: confirmEn, unsubscribe: unsubscribeEn },
};

const server = await sharedServer();
const admin = await asAdmin(server);
const { server: paged } = await sharedSite();

const programId = 'mind-body-12';
const ask = (email: string, program: string = programId, headers = {}) =>
  fetch(`${server.url}/api/notify`, json({ email, programId: program }, headers));
const follow = (what: 'confirm' | 'unsubscribe', token: string) =>
  fetch(`${server.url}/api/notify/${what}`, json({ token }));
const tokenOf = async (email: string) =>
  (await server.outbox(email)).at(-1)?.link?.searchParams.get('token') ?? '';
const list = async () =>
  (
    (await (await fetch(`${server.url}/api/admin/notify`, { headers: admin })).json()) as {
      interests: { email: string; programId: string; language: string }[];
    }
  ).interests;
const listed = async (email: string) =>
  (await list()).filter((interest) => interest.email === email);

/** The headers of the last mail to an address, as a mail program reads them. */
async function headersOf(email: string): Promise<ReadonlyMap<string, string>> {
  await server.outbox();
  const directory = server.config.outboxDirectory;
  const mails = await Promise.all(
    readdirSync(directory)
      .sort()
      .map((name) => PostalMime.parse(readFileSync(join(directory, name)))),
  );
  const mail = mails.filter(({ to }) => to?.[0]?.address === email).at(-1);
  return new Map(mail?.headers.map(({ key, value }) => [key, value]));
}

test('only a POST to the mailed link adds an address to the list', async () => {
  expect((await ask('Ann@Example.com', programId, { cookie: 'language=en' })).status).toBe(202);
  expect(await listed('ann@example.com')).toEqual([]);
  const [mail] = await server.outbox('ann@example.com');
  expect(mail?.subject).toContain('notify me');
  expect(mail?.link?.pathname).toBe('/notify/confirm');
  await fetch(mail?.link ?? '', { redirect: 'manual' });
  expect(await listed('ann@example.com')).toEqual([]);
  const token = await tokenOf('ann@example.com');
  expect((await follow('confirm', token)).status).toBe(204);
  expect(await listed('ann@example.com')).toMatchObject([{ programId, language: 'en' }]);
  const again = await follow('confirm', token);
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ code: 'notify_link_used' });
});

test('the response to a known, a confirmed and an unknown address is the same, byte for byte', async () => {
  const responses = [];
  await ask('known@example.com');
  await follow('confirm', await tokenOf('known@example.com'));
  for (const email of ['known@example.com', 'fresh@example.com', 'fresh@example.com']) {
    const response = await ask(email);
    const { date: _date, ...headers } = Object.fromEntries(response.headers);
    responses.push({ status: response.status, headers, body: await response.text() });
  }
  expect(responses[1]).toEqual(responses[0]);
  expect(responses[2]).toEqual(responses[0]);
  expect(await server.outbox('known@example.com')).toHaveLength(1);
  expect(await server.outbox('fresh@example.com')).toHaveLength(1);
});

test.each([
  [{ email: 'nonsense', programId }, ['email']],
  [{ email: 'a@example.com', programId: 'old-bundle' }, ['programId']],
  [{}, ['email', 'programId']],
  [{ email: ['a@example.com'], programId: { id: programId } }, ['email', 'programId']],
])('a bad address or program is rejected by name: %j', async (body, fields) => {
  const response = await fetch(`${server.url}/api/notify`, json(body));
  expect(response.status).toBe(422);
  const rejected = (await response.json()) as { code: string; fields: object };
  expect(rejected.code).toBe('validation_failed');
  expect(Object.keys(rejected.fields).sort()).toEqual(fields);
});

test('a mail program unsubscribes with one click, and again without harm', async () => {
  const email = 'click@example.com';
  await ask(email);
  await follow('confirm', await tokenOf(email));
  const headers = await headersOf(email);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const url = headers.get('list-unsubscribe')?.replace(/^<|>$/g, '') ?? '';
  await fetch(url, { redirect: 'manual' });
  expect(await listed(email)).toHaveLength(1);
  for (let i = 0; i < 2; i += 1) {
    const clicked = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(clicked.status).toBe(204);
    expect(await listed(email)).toEqual([]);
  }
});

/** What mail services post: RFC 8058 3.2 names the first two; the URL alone says what is meant. */
const parts = new FormData();
parts.set('List-Unsubscribe', 'One-Click');
const typed = (type: string) => ({ headers: { 'content-type': type }, body: 'anything' });
test.each<[string, RequestInit]>([
  ['multipart/form-data', { body: parts }],
  [
    'application/x-www-form-urlencoded',
    { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) },
  ],
  ['no body', {}],
  ['an empty body with a type', { headers: { 'content-type': 'text/plain' }, body: '' }],
  ['text/plain', { body: 'List-Unsubscribe=One-Click' }],
  ['application/json', typed('application/json')],
  ['application/octet-stream', typed('application/octet-stream')],
  ['a type that is none', typed('List-Unsubscribe')],
  ['multipart without a boundary', typed('multipart/form-data')],
])('one click unsubscribes with %s', async (name, init) => {
  const email = `click-${name.replaceAll(/\W/g, '-')}@example.com`;
  await ask(email);
  await follow('confirm', await tokenOf(email));
  const url = (await headersOf(email)).get('list-unsubscribe')?.replace(/^<|>$/g, '') ?? '';
  const clicked = await fetch(url, { method: 'POST', ...init });
  expect([clicked.status, await clicked.text()]).toEqual([204, '']);
  expect(await listed(email)).toEqual([]);
  const unknown = await fetch(url.replace(/token=[\w-]+/, 'token=none'), {
    method: 'POST',
    ...init,
  });
  expect(unknown.status).toBe(410);
});

test('the page behind the visible link unsubscribes by a call', async () => {
  const email = 'page@example.com';
  await ask(email);
  await follow('confirm', await tokenOf(email));
  const url = new URL((await headersOf(email)).get('list-unsubscribe')?.slice(1, -1) ?? '');
  expect((await follow('unsubscribe', url.searchParams.get('token') ?? '')).status).toBe(204);
  expect(await listed(email)).toEqual([]);
});

describe('without JavaScript', () => {
  /** Fetches a page and posts its form where it says, as a browser does that runs no script. */
  async function pressButton(url: URL | string) {
    const page = await (await fetch(url)).text();
    const form = /<form(?![^>]* action=)[^>]* method="post"[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
    expect(form).toContain('type="submit"');
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams() });
    return { status: response.status, text: visibleText(await response.text()) };
  }

  test.each(['nl', 'en'] as const)(
    'the mailed links are pages with a button, in %s (D41, D43)',
    async (language) => {
      const email = `plain-${language}@example.com`;
      const cookie = { cookie: `language=${language}` };
      await fetch(`${paged.url}/api/notify`, json({ email, programId }, cookie));
      const [mail] = await paged.outbox(email);
      const confirmed = async () =>
        (await paged.ports.interests.confirmed()).filter((interest) => interest.email === email);
      const link = mail?.link ?? '';
      const { confirm, unsubscribe } = texts[language];
      const first = await pressButton(link);
      expect([first.status, first.text]).toEqual([
        200,
        expect.stringContaining(confirm.done.title),
      ]);
      expect(await confirmed()).toHaveLength(1);
      const again = await pressButton(link);
      expect([again.status, again.text]).toEqual([
        409,
        expect.stringContaining(confirm.used.title),
      ]);
      const way = /href="([^"]*\/notify\/unsubscribe[^"]*)"/.exec(mail?.html ?? '')?.[1] ?? '';
      const left = await pressButton(way.replaceAll('&amp;', '&'));
      expect([left.status, left.text]).toEqual([
        200,
        expect.stringContaining(unsubscribe.done.title),
      ]);
      expect(await confirmed()).toEqual([]);
    },
  );

  test('a page with an invalid token says so', async () => {
    const { confirm, unsubscribe } = texts.nl;
    for (const [path, said] of [
      ['/notify/confirm?token=invented', confirm.expired.title],
      ['/notify/confirm?token=invented', confirm.expired.action],
      [
        `/notify/confirm?token=invented&redirect_to=${paged.url}/blog`,
        confirm.expired.actionArticle,
      ],
      ['/notify/unsubscribe', unsubscribe.expired.title],
    ] as const) {
      const { status, text } = await pressButton(paged.url + path);
      expect([status, text]).toEqual([410, expect.stringContaining(said)]);
    }
  });
});

test('an invented token responds with 410, a malformed one with 422', async () => {
  for (const what of ['confirm', 'unsubscribe'] as const) {
    expect((await follow(what, 'invented')).status).toBe(410);
    expect((await follow(what, '')).status).toBe(422);
    expect((await follow(what, 'x'.repeat(201))).status).toBe(422);
    const asForm = await fetch(`${server.url}/api/notify/${what}`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'x' }),
    });
    expect(asForm.status).toBe(415);
  }
});

test('the list as a file cannot make a spreadsheet calculate', async () => {
  await ask('+1@example.com');
  await follow('confirm', await tokenOf('+1@example.com'));
  const file = await fetch(`${server.url}/api/admin/notify?format=csv`, { headers: admin });
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await file.text()).split('\r\n');
  expect(lines[0]).toBe('email,programId,language,textVersion,askedAt,confirmedAt,announcedAt');
  expect(lines.some((line) => line.startsWith(`"'+1@example.com",${programId},nl,`))).toBe(true);
});

test.each([500, 501, 1000, 1203])(
  'a list of %i addresses is whole, as JSON and as a file',
  async (count) => {
    const own = await startTestServer();
    onTestFinished(() => own.stop());
    const admin = await asAdmin(own);
    await onDatabaseOf(
      own,
      `INSERT INTO interests (id, email, program_id, language, text_version, asked_at_ms, confirmed_at_ms)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
     SELECT 'id-' || n, 'person-' || n || '@example.com', '${programId}', 'nl', '1', 1000, 1000 + n FROM numbers`,
    );
    // Last confirmed first.
    const expected = Array.from({ length: count }, (_, at) => `person-${count - at}@example.com`);
    const whole = await fetch(`${own.url}/api/admin/notify`, { headers: admin });
    expect(whole.headers.get('cache-control')).toBe('no-store');
    const { interests, launches } = Interests.parse(await whole.json());
    expect(interests.map(({ email }) => email)).toEqual(expected);
    expect(launches).toEqual([]);
    const file = await fetch(`${own.url}/api/admin/notify?format=csv`, { headers: admin });
    const [, ...lines] = (await file.text()).trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(expected);
  },
);

test('one IP asks ten times in ten minutes', async () => {
  const own = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const body = json({ email: `many-${n}@example.com`, programId });
    statuses.push((await fetch(`${own.url}/api/notify`, body)).status);
  }
  await own.stop();
  expect(statuses).toEqual([...Array(10).fill(202), 429]);
});
