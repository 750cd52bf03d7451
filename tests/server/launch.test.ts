import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { articleList } from '@coachsite/adapters/contract';
import { canonicalEmail } from '@coachsite/core/account';
import { publishedPosts } from '@coachsite/core/blog';
import { minuteMs, startOfDay } from '@coachsite/core/kernel';
import { releaseLaunches } from '@coachsite/core/notify-me';
import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { interestMails } from '#server/src/mails/notify-me.ts';
import { advance } from '../conformance/support/client.ts';
import { realArticles } from '../support/articles.ts';
import { committed } from '../support/committed.ts';
import { json } from '../support/requests.ts';
import { noPages } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

const posts = publishedPosts(realArticles(), '2026-12-31');
const server = await sharedServer({ site: { ...noPages, posts } });
const admin = await asAdmin(server);
const [newest] = articleList(posts, 'nl', 1)?.items ?? [];
if (!newest) throw new Error('There are articles');
const listPorts = { ...server.ports, interestMails: interestMails(server.config, () => newest) };

const launch = (programId: unknown, headers = admin) =>
  fetch(`${server.url}/api/admin/notify/launch`, json({ programId }, headers));
const queuedBy = async (response: Response) =>
  ((await response.json()) as { readonly queued: number }).queued;

async function ask(email: string, programId: string, language = 'nl'): Promise<string> {
  const cookie = { cookie: `language=${language}` };
  await fetch(`${server.url}/api/notify`, json({ email, programId }, cookie));
  return (await server.outbox(email)).at(-1)?.link?.searchParams.get('token') ?? '';
}
const confirm = (token: string) => fetch(`${server.url}/api/notify/confirm`, json({ token }));
const enlist = async (email: string, programId: string, language?: string) =>
  confirm(await ask(email, programId, language));

/** The launch mails to an address, as a mail program reads them. */
async function launchMails(email: string): Promise<readonly Email[]> {
  await server.outbox();
  const directory = server.config.outboxDirectory;
  const mails = await Promise.all(
    readdirSync(directory).map((name) => PostalMime.parse(readFileSync(join(directory, name)))),
  );
  return mails.filter(
    ({ to, subject }) =>
      to?.[0]?.address === email && /^(Nu beschikbaar|Now available)/.test(subject ?? ''),
  );
}

interface Listed {
  readonly email: string;
  readonly confirmedAt: string;
  readonly announcedAt: string | null;
}
const listed = async (email: string) => {
  const response = await fetch(`${server.url}/api/admin/notify`, { headers: admin });
  const { interests } = (await response.json()) as { readonly interests: readonly Listed[] };
  return interests.find((interest) => interest.email === email);
};

test('simultaneous launches notify everyone once, in their language', async () => {
  const programId = 'mind-body-12';
  await enlist('nele@example.com', programId, 'nl');
  await enlist('emma@example.com', programId, 'en');
  await enlist('other@example.com', 'premium-1-on-1');
  const late = await ask('late@example.com', programId);
  expect((await listed('nele@example.com'))?.announcedAt).toBeNull();

  const responses = await Promise.all([launch(programId), launch(programId), launch(programId)]);
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect((await Promise.all(responses.map(queuedBy))).sort()).toEqual([0, 0, 2]);
  const [dutch, ...moreDutch] = await launchMails('nele@example.com');
  const [english, ...moreEnglish] = await launchMails('emma@example.com');
  expect([dutch?.subject, english?.subject]).toEqual([
    'Nu beschikbaar: 12 weken lichaam en geest',
    'Now available: 12-week mind and body',
  ]);
  expect([...moreDutch, ...moreEnglish]).toEqual([]);
  expect(await launchMails('other@example.com')).toEqual([]);
  expect(await launchMails('late@example.com')).toEqual([]);
  const entry = await listed('nele@example.com');
  expect(Date.parse(entry?.announcedAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(entry?.confirmedAt ?? ''),
  );
  expect((await listed('other@example.com'))?.announcedAt).toBeNull();

  await confirm(late);
  expect(await queuedBy(await launch(programId))).toBe(1);
  expect(await launchMails('late@example.com')).toHaveLength(1);
  expect(await launchMails('nele@example.com')).toHaveLength(1);
});

test('the exported list says when each person was notified, and is empty for the others', async () => {
  await enlist('announced@example.com', 'lifestyle-reset-30');
  await launch('lifestyle-reset-30');
  await enlist('waits@example.com', 'lifestyle-reset-30');
  const file = await fetch(`${server.url}/api/admin/notify?format=csv`, { headers: admin });
  const rows = (await file.text()).split('\r\n').map((line) => line.split(','));
  const cellsOf = (email: string) => rows.find(([first]) => first === email);
  expect(rows[0]?.at(-1)).toBe('announcedAt');
  expect(cellsOf('announced@example.com')?.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(cellsOf('waits@example.com')?.slice(6)).toEqual(['']);
});

test('a mail program unsubscribes from the launch mail with one click', async () => {
  const email = 'click@example.com';
  await enlist(email, 'premium-1-on-1');
  await launch('premium-1-on-1');
  const [mail] = await launchMails(email);
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const url = headers.get('list-unsubscribe')?.replace(/^<|>$/g, '') ?? '';
  expect(mail?.text).toContain(url);
  expect(mail?.html).toContain(url.replaceAll('&', '&amp;'));
  expect(await listed(email)).toBeDefined();
  for (let i = 0; i < 2; i += 1) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(204);
    expect(await listed(email)).toBeUndefined();
  }
});

test('the log says which program was announced, and to how many', async () => {
  await enlist('logged@example.com', '8-week-kickstart');
  await launch('8-week-kickstart');
  await committed(server);
  const rows = await server.ports.securityLog.list({ actionType: 'launch_announced', limit: 1 });
  expect(rows).toMatchObject([
    { severity: 'high', details: { programId: '8-week-kickstart', queued: 1 } },
  ]);
});

test('a launch at a pace begins at once, and is paused, resumed and stopped', async () => {
  const programId = 'lifestyle-reset-30';
  const emails = ['p1@example.com', 'p2@example.com', 'p3@example.com', 'p4@example.com'];
  await launch(programId);
  await server.outbox();
  for (const email of emails) await enlist(email, programId);
  const begun = await fetch(
    `${server.url}/api/admin/notify/launch`,
    json({ programId, perHour: 30 }, admin),
  );
  expect([begun.status, await queuedBy(begun)]).toEqual([202, 4]);
  await server.outbox();
  const progress = async () => {
    const response = await fetch(`${server.url}/api/admin/notify`, { headers: admin });
    const { launches } = (await response.json()) as { readonly launches: readonly object[] };
    return launches;
  };
  expect(await progress()).toMatchObject([
    { programId, perHour: 30, isPaused: false, sent: 1, waiting: 3, failed: 0 },
  ]);
  const change = (what: unknown, headers = admin) =>
    fetch(`${server.url}/api/admin/notify/launch`, {
      ...json({ programId, change: what }, headers),
      method: 'PATCH',
    });
  expect((await change('pause', {})).status).toBe(401);
  expect((await change('hurry')).status).toBe(422);
  expect((await change('pause')).status).toBe(204);
  expect(await progress()).toMatchObject([{ isPaused: true, endsAt: null }]);
  advance(server, 10 * minuteMs);
  await releaseLaunches(listPorts);
  await server.outbox();
  expect(await progress()).toMatchObject([{ sent: 1, waiting: 3 }]);
  expect((await change('resume')).status).toBe(204);
  await server.outbox();
  expect(await progress()).toMatchObject([{ isPaused: false, sent: 2, waiting: 2 }]);
  advance(server, 2 * minuteMs);
  await releaseLaunches(listPorts);
  await server.outbox();
  expect(await progress()).toMatchObject([{ sent: 3, waiting: 1 }]);
  expect((await change('stop')).status).toBe(204);
  expect(await progress()).toEqual([]);
  const again = await change('stop');
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'launch_not_found' }]);
  const counts = await Promise.all(emails.map(async (email) => (await launchMails(email)).length));
  expect(counts).toEqual([1, 1, 1, 0]);
  const odd = json({ programId, perHour: 7 }, admin);
  expect((await fetch(`${server.url}/api/admin/notify/launch`, odd)).status).toBe(422);
  expect(await queuedBy(await launch(programId))).toBe(1);
});

test('the preview is the mail itself, in a language and on a screen, and runs and loads nothing', async () => {
  const preview = (query: object, headers = admin) =>
    fetch(`${server.url}/api/admin/notify/launch/preview?${new URLSearchParams({ ...query })}`, {
      headers,
    });
  const shown = { programId: 'mind-body-12', language: 'en', scheme: 'dark' };
  const dark = await preview(shown);
  const policy = dark.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/sandbox(?!.*(scripts|same-origin))/);
  const html = await dark.text();
  expect(html).toContain('12-week mind and body');
  expect(html).toContain(`${server.url}/shop/mind-body-12?lang=en`);
  expect(html).not.toContain('prefers-color-scheme');
  expect(html).toContain('@media all{');
  const light = await (await preview({ ...shown, scheme: 'light' })).text();
  expect(light).toContain('@media not all{');
  expect(await (await preview({ ...shown, language: 'nl' })).text()).toContain('Het is zover');
  expect((await preview({ ...shown, programId: 'old' })).status).toBe(422);
  expect((await preview(shown, {})).status).toBe(401);
  expect((await preview(shown, await asMember(server))).status).toBe(403);
});

test('a test goes to the admin alone, is marked as one, and announces nothing', async () => {
  const programId = '8-week-kickstart';
  const person = 'stays@example.com';
  await enlist(person, programId);
  const response = await fetch(
    `${server.url}/api/admin/notify/launch/test`,
    json({ programId, language: 'nl' }, admin),
  );
  expect(response.status).toBe(202);
  const { to } = (await response.json()) as { readonly to: string };
  const sent = (await server.outbox(to)).at(-1);
  expect(sent?.subject).toBe('[Test] Nu beschikbaar: 8-weekse kickstart');
  expect(sent?.text).toContain('Dit is een test');
  expect(await launchMails(person)).toEqual([]);
  expect((await listed(person))?.announcedAt).toBeNull();
  await committed(server);
  const [row] = await server.ports.securityLog.list({ actionType: 'launch_tested', limit: 1 });
  expect(row?.details).toEqual({ programId, language: 'nl' });
  const member = json({ programId, language: 'nl' }, await asMember(server));
  expect((await fetch(`${server.url}/api/admin/notify/launch/test`, member)).status).toBe(403);
});

/** Puts a confirmed reader on the list of the next article, as of `at`. */
async function addReader(email: string, language: 'nl' | 'en', at: number) {
  const { interests, ids } = server.ports;
  const interest = {
    id: ids.uuid(),
    email: canonicalEmail(email),
    programId: 'next-article',
    language,
    textVersion: 'v',
    requestedAt: at,
    confirmedAt: undefined,
    announcedAt: undefined,
    launchQueued: false,
  } as const;
  const links = { confirmDigest: email, confirmUntil: at + 1, unsubscribeDigest: `out ${email}` };
  const mail = { id: ids.uuid(), to: email, subject: '', text: '', html: '' };
  await interests.request(interest, links, mail, at);
  await interests.confirm(email, at);
}

test('a new article is mailed once to each reader who asked before it was there, and to nobody else', async () => {
  const from = startOfDay('Europe/Brussels', newest.publishedOn);
  await addReader('reader@example.com', 'nl', from - 1);
  await addReader('lezer@example.com', 'en', from);
  await addReader('after@example.com', 'nl', from + 1);
  await enlist('asked-now@example.com', 'next-article');
  const list = await fetch(`${server.url}/api/admin/notify`, { headers: admin });
  expect(await list.json()).toMatchObject({ newestArticleAt: new Date(from).toISOString() });
  expect(await queuedBy(await launch('next-article'))).toBe(2);
  expect(await queuedBy(await launch('next-article'))).toBe(0);
  const mailTo = async (email: string) =>
    (await server.outbox(email)).findLast(({ text }) => text?.includes('/blog/'));
  const dutch = await mailTo('reader@example.com');
  expect(dutch?.subject).toBe(`Nieuw artikel: ${newest.title}`);
  expect(dutch?.text).toContain(newest.summary);
  expect(dutch?.text).toContain(`${server.url}/blog/${newest.slug}?lang=nl`);
  expect((await mailTo('lezer@example.com'))?.text).toContain(`/blog/${newest.slug}?lang=en`);
  expect(await mailTo('after@example.com')).toBeUndefined();
  expect(await mailTo('asked-now@example.com')).toBeUndefined();
});

test('who had the mail about an article asks again for the next one', async () => {
  const email = 'again@example.com';
  await addReader(email, 'nl', startOfDay('Europe/Brussels', newest.publishedOn) - 1);
  await launch('next-article');
  await server.outbox(email);
  const mail = async () => (await server.outbox(email)).at(-1);
  const token = await ask(email, 'next-article');
  expect((await mail())?.subject).toBe('Bevestig: mail me het volgende artikel');
  expect((await mail())?.link?.searchParams.get('redirect_to')).toBe(`${server.url}/blog`);
  expect(await listed(email)).toBeUndefined();
  expect((await confirm(token)).status).toBe(204);
  expect(await listed(email)).toMatchObject({ announcedAt: null });
});

test('an unknown and a malformed program are rejected by field name', async () => {
  for (const programId of ['old-bundle', '', undefined, { id: 'mind-body-12' }]) {
    const response = await launch(programId);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      fields: { programId: 'unknown' },
    });
  }
});

test('visitors and members cannot announce a launch', async () => {
  const programId = '8-week-kickstart';
  await enlist('private@example.com', programId);
  expect((await launch(programId, {})).status).toBe(401);
  expect((await launch(programId, await asMember(server))).status).toBe(403);
  expect(await launchMails('private@example.com')).toEqual([]);
  expect((await listed('private@example.com'))?.announcedAt).toBeNull();
});
