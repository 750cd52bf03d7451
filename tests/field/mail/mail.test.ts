import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mail } from '@coachsite/core/mail';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installedPackages } from '../../support/debian.ts';
import { everyMail } from '../../support/every-mail.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { addRow } from '../rows.ts';
import { startGreylistedPostfix } from '../support/postfix.ts';

/** Most points that a mail may get from the rules that need no network; five make it spam. */
const mostPoints = 0.1;

const languages = ['nl', 'en'] as const;
const sent: readonly Mail[] = languages.flatMap((language) =>
  Object.entries(everyMail(language)).map(([name, content]) => ({
    // Those to the coach have a recipient already.
    to: 'ann@example.com',
    ...content,
    // A link that no longer works is not sent.
    ...('secretUntil' in content && { secretUntil: Date.now() + 86_400_000 }),
    id: `${name}-${language}`,
  })),
);
const versions = installedPackages(['postfix', 'postgrey', 'spamassassin']);
const domainsOf = (mails: readonly Mail[]) => [
  ...new Set(mails.map(({ to }) => to.split('@')[1] ?? '')),
];

let postfix: Awaited<ReturnType<typeof startGreylistedPostfix>>;
let server: TestServer;

beforeAll(async () => {
  postfix = await startGreylistedPostfix(domainsOf(sent));
  server = await startTestServer({ env: { SMTP_URL: postfix.url } });
  const now = Date.now();
  for (const mail of sent) await server.ports.mailQueue.enqueue(mail, now);
});
afterAll(async () => {
  await server.stop();
  await postfix.stop();
});

test('Postfix with greylisting takes every kind of mail in both languages', async () => {
  const refused = async () =>
    (await server.ports.mailQueue.unsent(1000)).filter(({ problem }) => problem !== undefined)
      .length;
  await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThan(0);
  await expect
    .poll(() => postfix.mails().length, { timeout: 240_000, interval: 1000 })
    .toBe(sent.length);
  const read = await Promise.all(
    postfix.mails().map((path) => PostalMime.parse(readFileSync(path))),
  );
  expect(read.map(({ subject = '' }) => subject).sort()).toEqual(
    sent.map(({ subject }) => subject).sort(),
  );
  const outcome = `${sent.length} mails refused at first and delivered, every kind in both languages`;
  addRow({ name: 'Postfix', version: versions.get('postfix') ?? '', outcome });
  addRow({ name: 'postgrey', version: versions.get('postgrey') ?? '', outcome });
});

test('no mail gets more than a tenth of a point from SpamAssassin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-spam-'));
  const mailbox = join(folder, 'all.mbox');
  // As a mail from outside: the bonus for one that never left the network is no property of the mail.
  writeFileSync(
    join(folder, 'preferences'),
    'score ALL_TRUSTED 0\nuse_bayes 0\nuse_auto_welcomelist 0\n',
  );
  const mails = postfix
    .mails()
    .map((path) => readFileSync(path, 'latin1').replaceAll(/^From /gm, '>From '));
  writeFileSync(
    mailbox,
    mails.map((mail) => `From MAILER-DAEMON Sat Nov 28 12:00:00 2026\n${mail}\n`).join(''),
    'latin1',
  );
  const judged = execFileSync(
    'spamassassin',
    ['--local', '--mbox', `--prefspath=${join(folder, 'preferences')}`, mailbox],
    { encoding: 'latin1', maxBuffer: 100_000_000, env: { ...process.env, HOME: folder } },
  );
  const verdicts = judged.replaceAll(/\n\s+/g, ' ').match(/^X-Spam-Status: .*$/gm) ?? [];
  expect(verdicts).toHaveLength(sent.length);
  const points = verdicts.map((line) => Number(/score=(-?[\d.]+)/.exec(line)?.[1]));
  const most = Math.max(...points);
  expect(verdicts.filter((_, index) => (points[index] ?? 9) > mostPoints)).toEqual([]);
  const outcome = `${sent.length} mails, at most ${most} of 5 points without network`;
  addRow({ name: 'SpamAssassin', version: versions.get('spamassassin') ?? '', outcome });
});
