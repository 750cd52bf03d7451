import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { committed } from '../support/committed.ts';
import { json } from '../support/requests.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

const server = await sharedServer();
const admin = await asAdmin(server);

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
