import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calendarDay } from '@coachsite/core/kernel';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { labels } from './support/labels.ts';
import { copyProject } from './support/project-copy.ts';
import { openSite, type SiteAdmin, type StartedSite, siteAt, startSite } from './support/site.ts';
import {
  enterAs,
  expect,
  expectAccessiblePage,
  newEmail,
  newVisitor,
  test,
} from './support/test.ts';
import { text } from './support/text.ts';

/** What the coach writes. */
const texts = {
  nl: { lead: 'Een zin die de coach zelf veranderde.', title: 'Slapen als je weinig tijd hebt' },
  en: { lead: 'A sentence the coach changed alone.', title: 'Sleeping when time is short' },
} as const;
const languages = ['nl', 'en'] as const;
const slug = 'slapen-met-weinig-tijd';

const dayMs = 24 * 60 * 60 * 1000;

/** A copy of the project, as on the computer of a coach, that serves and sends its mails to a mail server. */
let folder: string;
let site: StartedSite;
let admin: SiteAdmin;
let mails: MailServer;

const content = (...path: readonly string[]) => join(folder, 'ui', 'content', ...path);
const change = (path: string, to: (text: string) => string) =>
  writeFileSync(path, to(readFileSync(path, 'utf8')));

/** The day in Brussels, as the front matter of an article and the sitemap write it. */
const today = () => calendarDay('Europe/Brussels', Date.now());

test.describe
  .serial('texts and articles of a coach', { tag: '@pair-a' }, () => {
    test.beforeAll(async () => {
      test.setTimeout(180_000);
      folder = copyProject();
      // Texts that changed since the last publication get their date now.
      siteAt({ url: '', dataDirectory: '', environment: {}, folder }).command('content.ts', [
        'publish',
      ]);
      mails = await startMailServer();
      site = await startSite({ SMTP_URL: mails.url }, folder);
      admin = await openSite(site);
    });

    test.afterAll(async () => {
      await site.stop();
      await mails.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('a coach changes a text and writes an article, runs one command, and visitors see both without a restart', async ({
      page,
      language,
    }) => {
      test.setTimeout(180_000);
      const lastmods = async () => {
        const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
        const rows = sitemap.matchAll(
          /<loc>[^<]*?(\/[^<]*)<\/loc>[\s\S]*?<lastmod>([^<]*)<\/lastmod>/g,
        );
        return new Map(
          [...rows].map(([, url, day]) => [new URL(url ?? '', site.url).pathname, day]),
        );
      };
      const { lead, title } = texts[language];
      await page.goto(`${site.url}/blog?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const before = await lastmods();

      // A quote too many is named with its file and line, and nothing is published.
      const blog = (one: string) => content(one, 'blog.json');
      const intact = readFileSync(blog('nl'), 'utf8');
      change(blog('nl'), (text) => text.replace('"lead": "', '"lead": ""'));
      expect(() => site.command('content.ts', ['publish'])).toThrow(
        /ui\/content\/nl\/blog\.json:\d+/,
      );
      writeFileSync(blog('nl'), intact);

      for (const one of languages) {
        change(blog(one), (text) =>
          text.replace(/"lead": "[^"]*"/, `"lead": "${texts[one].lead}"`),
        );
        const model = readFileSync(content('articles', `eten-op-een-drukke-dag.${one}.md`), 'utf8');
        writeFileSync(
          content('articles', `${slug}.${one}.md`),
          model
            .replace(/^title: .*$/m, `title: ${texts[one].title}`)
            .replace(/^date: .*$/m, `date: ${today()}`),
        );
      }
      expect(site.command('content.ts', ['check'])).toContain('No mistakes');
      expect(site.command('content.ts', ['publish'])).toContain('Published');

      await expect
        .poll(async () => {
          await page.goto(`${site.url}/blog`);
          return page.getByRole('main').textContent();
        })
        .toContain(lead);
      await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(title);
      await page.getByRole('link', { name: title, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(new RegExp(title));

      const after = await lastmods();
      expect(after.get('/blog')).toBe(today());
      expect(after.get(`/blog/${slug}`)).toBe(today());
      const others = ['/faq', '/services', '/blog/eten-op-een-drukke-dag'];
      expect(others.map((path) => after.get(path))).toEqual(others.map((path) => before.get(path)));
    });

    /**
     * The mails that arrived at the mail server for an address, once there are `count` of them. Not those about a device, which
     * an admin gets too.
     */
    async function arrived(address: string, count: number) {
      const notices = (['nl', 'en'] as const).map((one) =>
        text(one, 'mails:notice.new_device.subject'),
      );
      const mine = () =>
        mails.received.filter(
          ({ to, email }) => to.includes(address) && !notices.includes(email.subject ?? ''),
        );
      await expect.poll(() => mine().length).toBe(count);
      return mine().map(({ email }) => email);
    }

    const linkIn = (mail: { readonly text?: string | undefined } | undefined, path: string) =>
      new RegExp(`https?://\\S+${path}\\S*`).exec(mail?.text ?? '')?.[0] ?? '';

    test('a new article is announced, after a look and a test, to those who asked before it was there, in their language, and they can leave', async ({
      browser,
      language,
    }) => {
      // The coach reads one language, and those who wait another.
      const spoken = language === 'nl' ? 'en' : 'nl';
      const { title } = texts[spoken];
      const t = labels[spoken];
      const reader = await newVisitor(browser, site, spoken);
      const email = newEmail();
      await reader.goto('/blog#follow');
      await reader.getByLabel(t.contact.email).fill(email);
      await reader.getByRole('button', { name: t.shop.notify }).click();
      const asked = text(spoken, 'programs:notify.sentTitle');
      await expect(reader.getByRole('heading', { name: asked })).toBeVisible();
      const [confirmation] = await arrived(email, 1);
      const subject = text(spoken, 'mails:notifyMe.article.confirmation.subject');
      expect(confirmation?.subject).toBe(subject);
      await reader.goto(linkIn(confirmation, '/notify/confirm'));
      await expect(reader.getByText(text(spoken, 'notify-confirm:done.textArticle'))).toBeVisible();

      const coach = await newVisitor(browser, site, language);
      await enterAs(coach, admin);
      await coach.goto('/admin');
      const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
        text(language, `admin:notify.${key}`, values);
      const list = coach.getByRole('region', { name: say('title'), exact: true });
      const row = list
        .getByRole('listitem')
        .filter({ hasText: text(language, 'programs:notify.article.title') });
      const announce = row.getByRole('button', { name: say('launch.article.action') });
      // A visitor who confirms after an article waits for the next one.
      await expect(row).toContainText(say('launch.article.later'));
      await expect(announce).toHaveCount(0);
      await site.sql(
        `UPDATE interests SET confirmed_at_ms = confirmed_at_ms - ${dayMs} WHERE email = '${email}'`,
      );
      await coach.reload();
      await announce.click();

      const dialog = coach.getByRole('dialog', { name: say('launch.article.title') });
      const preview = coach.frameLocator(`iframe[title="${say('launch.preview')}"]`);
      await expect(preview.getByText(texts[language].title).first()).toBeVisible();
      await expectAccessiblePage(coach);
      await dialog.getByRole('radio', { name: say(`launch.languages.${spoken}`) }).check();
      await expect(preview.getByText(title).first()).toBeVisible();
      await dialog.getByRole('button', { name: say('launch.test') }).click();
      await expect(dialog.getByRole('status')).toContainText(admin.email);
      const [tested] = (await arrived(admin.email, 1)).slice(-1);
      expect(tested?.subject).toContain(title);
      await arrived(email, 1);

      await dialog.getByLabel(say('launch.pace')).selectOption('30');
      await dialog.getByRole('button', { name: say('launch.send'), exact: true }).click();
      const done = say('launch.done_one', { count: '1' });
      await expect(coach.getByRole('status').getByText(done)).toBeVisible();
      await expect(announce).toHaveCount(0);
      const [, mail] = await arrived(email, 2);
      expect(mail?.subject).toBe(
        text(spoken, 'mails:notifyMe.article.launch.subject', { program: title }),
      );
      expect(mail?.text).toContain(title);
      await reader.goto(linkIn(mail, `/blog/${slug}`));
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);

      await reader.goto(linkIn(mail, '/notify/unsubscribe'));
      const leave = reader
        .getByRole('main')
        .getByRole('button', { name: text(spoken, 'notify-unsubscribe:ready.action') });
      await leave.click();
      await expect(reader.getByText(text(spoken, 'notify-unsubscribe:done.title'))).toBeVisible();
      await coach.reload();
      await expect(row).toContainText(say('waiting_other', { count: '0' }));
      await expect(list.getByRole('row', { name: email })).toHaveCount(0);
    });

    test('an article is withdrawn by one line in its files and the same command', async ({
      page,
    }) => {
      for (const one of languages) {
        change(content('articles', `${slug}.${one}.md`), (text) =>
          text.replace(/^date: /m, 'draft: true\ndate: '),
        );
      }
      expect(site.command('content.ts', ['publish'])).toContain('Published');
      await expect
        .poll(async () => (await page.goto(`${site.url}/blog/${slug}`))?.status())
        .toBe(404);
    });
  });
