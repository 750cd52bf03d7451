import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '#server/src/http/csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1'])(
  'a spreadsheet does not calculate %j',
  (cell) => {
    expect(toCsv([[cell]])).toBe(`"'${cell}"\r\n`);
  },
);

test('commas, quotes and line ends stay inside their cell', () => {
  expect(toCsv([['a,b', 'say "x"', 'two\nlines', 'plain']])).toBe(
    '"a,b","say ""x""","two\nlines",plain\r\n',
  );
});

test('no cell begins like a formula, quoted or not', () => {
  fc.assert(
    fc.property(fc.string(), (cell) => {
      expect(toCsv([[cell]])).not.toMatch(/^"?[=+\-@\t]/);
    }),
  );
});
