import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from './support/project-copy.ts';
import { siteAt, startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';

const texts = {
  nl: { lead: 'Een zin die de coach zelf veranderde.', title: 'Slapen als je weinig tijd hebt' },
  en: { lead: 'A sentence the coach changed alone.', title: 'Sleeping when time is short' },
} as const;
const languages = ['nl', 'en'] as const;
const slug = 'slapen-met-weinig-tijd';

/** The day in Brussels, as the front matter of an article and the sitemap write it. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format();

test('a coach changes a text and writes an article, runs one command, and visitors see both without a restart', {
  tag: '@pair-a',
}, async ({ page, language }) => {
  test.setTimeout(180_000);
  const folder = copyProject();
  // Texts that changed since the last publication get their date now.
  siteAt({ url: '', dataDirectory: '', environment: {}, folder }).command('content.ts', [
    'publish',
  ]);
  const site = await startSite({}, folder);
  const content = (...path: readonly string[]) => join(folder, 'ui', 'content', ...path);
  const change = (path: string, to: (text: string) => string) =>
    writeFileSync(path, to(readFileSync(path, 'utf8')));
  const lastmods = async () => {
    const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
    const rows = sitemap.matchAll(
      /<loc>[^<]*?(\/[^<]*)<\/loc>[\s\S]*?<lastmod>([^<]*)<\/lastmod>/g,
    );
    return new Map([...rows].map(([, url, day]) => [new URL(url ?? '', site.url).pathname, day]));
  };
  const { lead, title } = texts[language];
  try {
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
      change(blog(one), (text) => text.replace(/"lead": "[^"]*"/, `"lead": "${texts[one].lead}"`));
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

    // Withdrawn: one line in its files, and the same command.
    for (const one of languages) {
      change(content('articles', `${slug}.${one}.md`), (text) =>
        text.replace(/^date: /m, 'draft: true\ndate: '),
      );
    }
    expect(site.command('content.ts', ['publish'])).toContain('Published');
    await expect
      .poll(async () => (await page.goto(`${site.url}/blog/${slug}`))?.status())
      .toBe(404);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
