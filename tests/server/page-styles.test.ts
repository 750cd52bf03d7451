import { openSiteFiles } from '@coachsite/server/site-files';
import { describe, expect, test } from 'vitest';
import { pageStyles } from '#ui/site-build/page-styles.ts';
import { siteFile } from '#ui/src/site/site.ts';
import { someRuntimeConfig } from '../support/runtime-config.ts';

const site = await openSiteFiles();
const whole = site.assets.get(site.manifest.styles)?.identity.toString() ?? '';

const config = { origin: 'https://example.test', bookingUrl: 'https://example.test/book' };
const { signIn } = someRuntimeConfig;

/** The classes that the selectors of a sheet name. */
const styledIn = (css: string) =>
  new Set(
    (css.match(/[^{}]+(?=\{)/g) ?? []).flatMap((selector) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
    ),
  );

const styled = styledIn(whole);

const inMarkup = (html: string) =>
  new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));

describe.each([...site.prerender.locations, site.prerender.notFound])('$path', (location) => {
  test.each(['nl', 'en'] as const)(
    'in %s has rules for every class that the whole sheet styles',
    async (language) => {
      const { body } = await site.prerender.render(location.path, language, {
        ...config,
        site: siteFile,
        signIn,
      });
      const ofPage = styledIn(site.manifest.stylesByPage[location.page.id] ?? '');
      const bare = [...inMarkup(body)].filter((name) => styled.has(name) && !ofPage.has(name));
      expect(bare).toEqual([]);
    },
  );

  test('has the rules for the element that the document writes around it', () => {
    expect(site.manifest.stylesByPage[location.page.id]).toMatch(/#root[,{]/);
  });

  test('keeps the cascade of the whole sheet, which may come later', () => {
    const css = site.manifest.stylesByPage[location.page.id] ?? '';
    const layers = [...whole.matchAll(/@layer ([\w-]+)/g)].map(([, name]) => name);
    expect(css.startsWith(`@layer ${[...new Set(layers)].join(',')};`)).toBe(true);
  });
});

const css =
  '@layer base,pages;@layer base{.lit .panel{top:0}.panel[aria-busy]{top:1px}details[open]>p{top:2px}}@layer pages{.gone{top:3px}}';
const markup = ['<details><p class="panel">Open</p></details>'];

test.each([
  'root.classList.add("lit")',
  'n.toggle(`lit`,!r)',
  "root.classList.toggle(\n  'lit',\n  isLit)",
  'cell.className=`lit`',
  'document.body.insertAdjacentHTML(`beforeend`,`<p class="ground lit">…</p>`)',
])(
  'a class that a script of documents adds keeps its rules, without being registered: %s',
  async (script) => {
    expect(await pageStyles(css, markup, [script])).toContain('.lit .panel');
  },
);

test.each(['addEventListener(`lit`,show)', 'element.dataset.lit', ''])(
  'another use of the same word keeps none: %s',
  async (script) => {
    expect(await pageStyles(css, markup, [script])).not.toContain('.lit');
  },
);

test('elements, classes and ids of the markup keep their rules', async () => {
  const sheet =
    'my-week{top:0}#part-2{top:1px}.wide.end{top:2px}svg path{top:3px}ul{top:4px}#part-3{top:5px}';
  const drawn = '<my-week id="part-2" class="first wide end"><svg><path d="M0 0"/></svg></my-week>';
  const kept = await pageStyles(sheet, [drawn], []);
  for (const rule of ['my-week{', '#part-2{', '.wide.end{', 'svg path{'])
    expect(kept).toContain(rule);
  for (const rule of ['ul{', '#part-3{']) expect(kept).not.toContain(rule);
});

test('attributes come and go, so rules for them stay; what neither markup nor scripts name goes', async () => {
  const kept = await pageStyles(css, markup, []);
  expect(kept).toContain('.panel[aria-busy]');
  expect(kept).toContain('details[open]>p');
  expect(kept).not.toContain('.gone');
});

test('custom properties stay while rules, drawings or keyframes read them, keyframes while something moves by them', async () => {
  const properties =
    ':root{--read:1px;--drawn:red;--moved:3px;--idle:2px}@keyframes rise{0%{top:1px}to{top:var(--moved)}}@keyframes still{to{top:0}}.panel{top:var(--read);animation:rise 1s}';
  const kept = await pageStyles(properties, [...markup, '<path fill="var(--drawn)"/>'], []);
  for (const name of ['--read:', '--drawn:', '--moved:', '@keyframes rise'])
    expect(kept).toContain(name);
  for (const name of ['--idle', 'still']) expect(kept).not.toContain(name);
});

test('no selector is lost while every name of the sheet occurs: PurgeCSS drops bare pseudo-classes', async () => {
  const selectors = (sheet: string) =>
    (sheet.match(/[^{}]+(?=\{)/g) ?? [])
      .filter((prelude) => !prelude.startsWith('@'))
      .flatMap((prelude) => prelude.split(/,(?![^(]*\))/));
  const reads = (whole.match(/--[\w-]+(?=:)/g) ?? []).map((name) => `var(${name})`);
  const found = [...whole.matchAll(/[a-z][\w-]*/gi)].map(([name]) => name);
  const names = [...new Set(found)];
  const ids = names.map((name) => `<i id="${name}"></i>`);
  const added = names.map((name) => `'<${name} class="${name}">'`).join();
  const kept = new Set(selectors(await pageStyles(whole, [...reads, ...ids], [added])));
  expect(selectors(whole).filter((selector) => !kept.has(selector))).toEqual([]);
});

test('a touch screen gets no hover styles: it would keep them on what was tapped last', () => {
  const others = whole.replaceAll(/@media \(hover:hover\)\{(?:[^{}]*\{[^{}]*\})*\}/g, '');
  expect(whole).toMatch(/:hover/);
  expect(others.match(/[^{}]*:hover[^{}]*/g)).toBeNull();
});

test('text in system fonts takes the space that the web fonts will', () => {
  for (const css of Object.values(site.manifest.stylesByPage))
    expect(css).toContain('Archivo Fallback');
});

test('a field with an eye has no second one in Edge', () => {
  expect(whole).toContain('.with-end ::-ms-reveal{display:none}');
});
