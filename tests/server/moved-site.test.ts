import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArticlePicture } from '@coachsite/adapters/contract';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Body, call, goodPassword, refresh, signIn } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hashOf, makePdf } from '../support/pdf.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { json } from '../support/requests.ts';
import { codeOf, newAppUser, verifyCode } from '../support/second-factor.ts';
import { seedSite } from '../support/seeded-site.ts';
import { type SiteProcess, startSiteProcess } from '../support/site-process.ts';
import { writtenArticle } from '../support/written-article.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-moved-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const running: SiteProcess[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

async function serve(dataDirectory: string, env: Readonly<Record<string, string>>) {
  const site = await startSiteProcess(dataDirectory, env);
  running.push(site);
  await site.ready;
  return site;
}

async function stop({ child, ended }: SiteProcess) {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

async function ebookHash({ url }: SiteProcess) {
  const file = await fetch(`${url}/storage/v1/object/public/ebook/free-guide.pdf`);
  return hashOf(new Uint8Array(await file.arrayBuffer()));
}

const message = { name: 'Eve', email: 'eve@example.com', subject: 'Slaap 🌙', message: 'Dag\nAn' };
const send = (site: SiteProcess, subject = message.subject) =>
  call(site, 'POST', '/api/contact', { body: { ...message, subject } });

/** Writes an article with a picture on the site; returns the paths of its page and its picture. */
async function writeArticle({ url }: SiteProcess, bearer: string): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${bearer}` };
  const grey = { width: 800, height: 600, channels: 3, background: '#777' } as const;
  const photo = new Uint8Array(await sharp({ create: grey }).jpeg().toBuffer());
  const form = new FormData();
  form.set('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
  const to = { method: 'POST', headers, body: form };
  const stored = await fetch(`${url}/api/admin/articles/pictures`, to);
  const picture = ((await stored.json()) as ArticlePicture).url;
  const markdown = writtenArticle('Op de site', { body: `\n![Een grijs vlak](${picture})\n` });
  const path = `${url}/api/admin/articles/op-de-site/nl`;
  expect((await fetch(path, json({ markdown }, headers, 'PUT'))).status).toBe(200);
  return ['/blog/op-de-site', picture];
}

/** What visitors get at some paths. */
const show = ({ url }: SiteProcess, paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const response = await fetch(url + path);
      expect([path, response.status]).toEqual([path, 200]);
      return hashOf(new Uint8Array(await response.arrayBuffer()));
    }),
  );

/** What the admin sees. */
async function look(site: SiteProcess, bearer: string): Promise<Readonly<Record<string, Body>>> {
  const paths = [
    '/api/admin/messages?limit=100',
    '/api/admin/ebook/stats',
    '/api/admin/ebook/stats?format=csv',
    '/api/admin/ebook/versions',
    '/api/admin/notify',
    '/api/admin/mails',
    '/api/admin/site',
    '/api/admin/articles',
    '/api/admin/articles/op-de-site/nl/versions',
    '/api/admin/security-events?limit=100',
    '/api/ebook',
  ];
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await call(site, 'GET', path, { bearer });
      expect(response.status).toBe(200);
      return [path, response.body ?? response.text] as const;
    }),
  );
  return Object.fromEntries(responses);
}

test('a moved site goes on: passwords, factors, sessions, messages, statistics, articles and the e-book', async () => {
  const data = join(root, 'site');
  const env = { DATA_DIR: data, PORT: String(await freePort()) };
  const onPostgres = { ...env, DATABASE_URL: await newSchema() };
  const run = async (command: readonly string[], given: Record<string, string> = env, input = '') =>
    expect(await runCommandLine(command, given, input)).toMatchObject({ status: 0 });
  await seedSite(data);
  const made = ['admin', 'create', '--email', 'an@example.com', '--password-stdin'];
  await run(made, env, `${goodPassword}\n`);
  const guide = makePdf({ marker: 'second', sizeBytes: 700_000 });
  writeFileSync(join(root, 'guide.pdf'), guide);
  await run(['ebook', 'put', join(root, 'guide.pdf')]);

  const first = await serve(data, env);
  const { email, session, factorId, secret, usedCode } = await newAppUser(first);
  expect((await send(first)).status).toBe(201);
  expect(await ebookHash(first)).toBe(hashOf(guide));
  const { body: admin } = await signIn(first, 'an@example.com');
  const paths = await writeArticle(first, admin.access_token);
  const shown = await show(first, paths);
  await stop(first);
  // Downloads are stored at the latest when a server stops, and mails are sent by the next one.
  const second = await serve(data, env);
  await expect
    .poll(async () => (await look(second, admin.access_token))['/api/admin/mails'])
    .toMatchObject({ waiting: 0 });
  await stop(second);
  const third = await serve(data, env);
  const before = await look(third, admin.access_token);
  await stop(third);

  await run(['migrate-to-postgres'], onPostgres);
  const moved = await serve(data, onPostgres);
  // Looking at mails and messages is in the log as well; what was there is there.
  const { '/api/admin/security-events?limit=100': log, ...seen } = await look(
    moved,
    admin.access_token,
  );
  const { '/api/admin/security-events?limit=100': logBefore, ...others } = before;
  expect(seen).toEqual(others);
  expect(log.events).toEqual(expect.arrayContaining(logBefore.events.slice(0, 50)));
  expect(JSON.stringify(seen)).toContain('Slaap 🌙');
  expect(await ebookHash(moved)).toBe(hashOf(guide));
  expect(await show(moved, paths)).toEqual(shown);

  // The session goes on, and its next token does too.
  const next = await refresh(moved, session.refresh_token);
  expect(next.body.user.id).toBe(session.user.id);
  expect((await refresh(moved, next.body.refresh_token)).status).toBe(200);
  expect((await signIn(moved, email, 'Een-Ander-Woord-28')).status).toBe(400);
  const again = (await signIn(moved, email)).body;
  expect(again.user.id).toBe(session.user.id);
  // The code of before is used up, and another one of the same app is accepted.
  const prove = (code: string) => verifyCode(moved, again.access_token, factorId, code);
  expect((await prove(usedCode)).status).toBe(422);
  expect((await prove(codeOf(secret, 1))).status).toBe(200);

  // What is new gets a number of its own, and the e-book of before can be restored.
  expect((await send(moved, 'Nog iets')).status).toBe(201);
  const versions = others['/api/admin/ebook/versions'];
  const path = `/api/admin/ebook/versions/${versions[1].id}/restore`;
  const restored = await call(moved, 'POST', path, { bearer: admin.access_token });
  expect(restored.status).toBeLessThan(300);
  expect(await ebookHash(moved)).toBe(versions[1].sha256);
  const shownLast = await show(moved, paths);
  await stop(moved);

  // The way back: an archive of PostgreSQL, restored into SQLite.
  const archive = join(root, 'site.tar.gz');
  await run(['backup', archive], onPostgres);
  const back = join(root, 'back');
  await run(['restore', archive], { DATA_DIR: back });
  const last = await serve(back, { PORT: env.PORT });
  expect(await ebookHash(last)).toBe(versions[1].sha256);
  expect(await show(last, paths)).toEqual(shownLast);
  expect((await signIn(last, email)).body.user.id).toBe(session.user.id);
  const { '/api/admin/messages?limit=100': messages } = await look(last, admin.access_token);
  expect(messages.messages).toHaveLength(
    others['/api/admin/messages?limit=100'].messages.length + 1,
  );
  await stop(last);
});
