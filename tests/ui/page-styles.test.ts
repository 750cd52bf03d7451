import { expect, test } from 'vitest';
import { siteStyles } from '#ui/site-build/page-styles.ts';
import { shortNames } from '#ui/site-build/short-names.ts';

/** What a page of this markup carries. */
const pageStyles = (css: string, looks: readonly string[]) =>
  siteStyles(css, { page: looks }).byPage.page ?? '';

test('a page carries what its markup can match, and the focus ring that names nothing of it', () => {
  const css = [
    ':focus-visible{outline:3px solid}',
    '.shown{color:red}',
    '.absent,.shown p{color:blue}',
    '.shown .absent{color:green}',
    'dialog[open]{display:block}',
  ].join('');
  const kept = pageStyles(css, ['<p class="shown">Hello<dialog></dialog></p>']);
  expect(kept).toContain(':focus-visible{outline:3px solid}');
  expect(kept).toContain('.shown{color:red}');
  expect(kept).toContain('dialog[open]{display:block}');
  expect(kept).not.toMatch(/absent|blue/);
});

test('states that scripts bring about are taken as possible', () => {
  const css = '.consent-open .dock{display:block}html:not(.js) .dock{color:red}';
  expect(pageStyles(css, ['<div class="dock"></div>'])).toBe(css);
});

test('what scripts or a pointer show, paper and high contrast wait for the later sheet', () => {
  const css = [
    '@layer tokens{:root{--ink:rgb(1,2,3);--idle:rgb(4,5,6)}.ground{--bg:var(--ink)}}',
    '@font-face{font-family:A;src:url(a)}',
    '.text{color:var(--ink);margin:0}.ground{background:var(--bg)}',
    '.cookie-panel{display:none}.consent-customize .cookie-panel,.text b{display:block}',
    '.switch{color:var(--ink);background:var(--bg)}',
    '.text:focus{color:red}@media (hover:hover){.text:hover{color:red}}@page{size:A4}',
    '@media print{.text{color:black}}@media (forced-colors:active){.text{color:CanvasText}.no{top:0}}',
  ].join('');
  const styles = siteStyles(css, {
    first: [
      '<p class="text ground"><b></b></p><div class="cookie-panel"><i class="switch"></i></div>',
    ],
    second: ['<i class="switch text"></i>'],
  });
  const first = styles.byPage.first ?? '';
  expect(first).toContain('.cookie-panel{display:none}.text b{display:block}');
  expect(first).toContain('.text:focus{color:red}');
  expect(first).not.toMatch(/switch|customize|hover|@page|print|forced|idle/);
  expect(styles.byPage.second).toContain('.switch{');
  expect(styles.later).toContain('.consent-customize .cookie-panel{display:block}');
  expect(styles.later).toContain('.switch{color:var(--ink);background:var(--bg)}');
  expect(styles.later).toContain('@media (hover:hover){.text:hover{color:red}}@page{size:A4}');
  expect(styles.later).toContain('@media print{.text{color:black}}');
  expect(styles.later).toContain('(forced-colors:active){.text{color:CanvasText}}');
  expect(styles.later).not.toMatch(/margin|font-face|idle|\.no\b/);
});

test('a property that only a pointer changes comes later, though only pages read it', () => {
  const hover = '@media (hover:hover){.btn:where(:hover){--c:blue}}';
  const css = `.btn{--c:red;color:var(--c)}${hover}`;
  const styles = siteStyles(css, { page: ['<p class="btn"></p>'] });
  expect(styles.byPage.page).toBe('.btn{--c:red;color:var(--c)}');
  expect(styles.later).toBe(hover);
});

test('the later sheet brings tokens to the media it has styles for, and reads those of the page elsewhere', () => {
  const tokens =
    '@layer tokens{:root{--ink:rgb(1,2,3)}.ground{--bg:var(--ink)}@media (prefers-color-scheme:dark){:root{--ink:rgb(4,5,6)}}}';
  const css = [
    `${tokens}.cookie-panel{display:none}`,
    '.consent-customize .cookie-panel{background:var(--bg)}',
    '@media (hover:hover){.ground:hover{color:var(--ink)}}@media print{.ground{color:var(--ink)}}',
  ].join('');
  const styles = siteStyles(css, { page: ['<p class="ground"><b class="cookie-panel"></b></p>'] });
  expect(styles.later).toContain(`@media (hover:hover),print{${tokens}}`);
  expect(styles.later.replace(/@media \(hover:hover\),print\{.*?\}\}\}\}/, '')).not.toContain(
    'ink:',
  );
  expect(styles.byPage.page).toContain(tokens);
});

test('what a medium makes of a token comes later, though only pages read it', () => {
  const medium =
    '@media (prefers-contrast:more){:root{--quiet:var(--ink)}.ground{--quiet:var(--ink)}}';
  const css = `@layer tokens{:root{--ink:rgb(1,2,3);--quiet:rgb(4,5,6)}${medium}}.text{color:var(--quiet)}`;
  const styles = siteStyles(css, { page: ['<p class="text ground"></p>'] });
  expect(styles.later).toContain(medium);
  expect(styles.byPage.page).not.toContain('contrast');
  expect(styles.byPage.page).toContain('var(--quiet)');
});

test('a design token that is short or read once is written where it is read', () => {
  const css =
    ':root{--space:1rem;--lane:var(--r) 9px;--r:3px;--ease:cubic-bezier(1,2,3,4);--long:oklch(1% 2 3);--themed:red}' +
    '@media (prefers-color-scheme:dark){:root{--themed:blue}}' +
    '.x{margin:var(--space);padding:var(--space);border-radius:var(--lane);transition:top var(--ease)}' +
    '.y{color:var(--long);background:var(--long);fill:var(--themed)}';
  expect(pageStyles(css, ['<i class="x y"></i>'])).toBe(
    ':root{--long:oklch(1% 2 3);--themed:red}@media (prefers-color-scheme:dark){:root{--themed:blue}}' +
      '.x{margin:1rem;padding:1rem;border-radius:3px 9px;transition:top cubic-bezier(1,2,3,4)}' +
      '.y{color:var(--long);background:var(--long);fill:var(--themed)}',
  );
});

test('what nothing refers to any more goes with the rules that did', () => {
  const css =
    '.x{--a:1;--b:var(--a);--c:2}@keyframes rise{0%{top:0}}.x{top:var(--b)}.y{top:var(--c);animation:rise 1s}';
  expect(pageStyles(css, ['<i class="x"></i>'])).toBe('.x{--a:1;--b:var(--a)}.x{top:var(--b)}');
});

test('a sheet keeps what it says under shorter names, and the names that scripts set', () => {
  const css =
    ':root{--long:1px;--longer:2px}.x{margin:var(--long) var(--longer,3px) var(--long);top:var(--by-script,0)}.a--long:hover{left:0}';
  expect(shortNames(css)).toBe(
    ':root{--a:1px;--b:2px}.x{margin:var(--a) var(--b,3px) var(--a);top:var(--by-script,0)}.a--long:hover{left:0}',
  );
});

test('a page that lacks a layer still names it in its place, for the sheets that come later', () => {
  const css = '@layer base{.x{top:0}}@layer pages{.y{top:1px}}@layer motion{.x{left:0}}';
  expect(pageStyles(css, ['<i class="x"></i>'])).toBe(
    '@layer base,pages,motion;@layer base{.x{top:0}}@layer motion{.x{left:0}}',
  );
});
