import { expect, test } from 'vitest';
import { pageStyles } from '../../scripts/site-build/page-styles.ts';
import { shortNames } from '../../scripts/site-build/short-names.ts';

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

test('what nothing refers to any more goes with the rules that did', () => {
  const css =
    ':root{--a:1;--b:var(--a);--c:2}@keyframes rise{0%{top:0}}.x{top:var(--b)}.y{top:var(--c);animation:rise 1s}';
  expect(pageStyles(css, ['<i class="x"></i>'])).toBe(':root{--a:1;--b:var(--a)}.x{top:var(--b)}');
});

test('a sheet keeps what it says under shorter names, and the names that scripts set', () => {
  const css =
    ':root{--long:1px;--longer:2px}.x{margin:var(--long) var(--longer,3px) var(--long);top:var(--by-script,0)}.a--long:hover{left:0}';
  expect(shortNames(css)).toBe(
    ':root{--a:1px;--b:2px}.x{margin:var(--a) var(--b,3px) var(--a);top:var(--by-script,0)}.a--long:hover{left:0}',
  );
});
