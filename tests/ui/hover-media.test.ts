import { expect, test } from 'vitest';
import { hoverMedia } from '#ui/site-build/hover-media.ts';

test.each([
  ['.a:hover{top:0}', '@media (hover:hover){.a:hover{top:0}}'],
  [
    '.a:focus,.b:where(:hover){top:0}.c{top:1px}',
    '.a:focus{top:0}@media (hover:hover){.b:where(:hover){top:0}}.c{top:1px}',
  ],
  [
    '@media print{.a:hover,.b:hover{top:0}}',
    '@media print{@media (hover:hover){.a:hover,.b:hover{top:0}}}',
  ],
  ['.a-hover{top:0}', '.a-hover{top:0}'],
])('a touch screen gets no hover style of %s', (css, kept) => {
  expect(hoverMedia(css).replace(/\s*([{},:])\s*/g, '$1')).toBe(
    kept.replace(/\s*([{},:])\s*/g, '$1'),
  );
});

test.each([
  '.a:not(:hover)',
  '.a:is(:hover,:focus)',
  '.a:where(:focus,:hover)',
  '.a:where(:hover,:focus)',
])('a selector that says something without hover too ends the build: %s', (selector) =>
  expect(() => hoverMedia(`${selector}{top:0}`)).toThrow(selector),
);
