import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '#server/src/http/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  [' =1', " '=1"],
  ['\tx', "'\tx"],
  ['hello;=1+1;@SUM(1)', "hello;'=1+1;'@SUM(1)"],
  ['hello, +1', "hello, '+1"],
  ["hi\n=2+5+cmd|' /C calc'!A0\nbye", "hi\n'=2+5+cmd|' /C calc'!A0\nbye"],
  ['tab\t=3+3', "tab\t'=3+3"],
])('a spreadsheet does not calculate %j', (cell, inert) => {
  expect(toCsv([[cell]])).toBe(`"${inert}"\r\n`);
});

test('a quote between separator and formula does not hide it', () => {
  expect(toCsv([['x;"=1+1"']])).toBe(`"x;""'=1+1"""\r\n`);
});

test.each(['a - b', '2 + 2 = 4', 'ann@example.com', 'x-y', 'a=b', 'Mon–Fri'])(
  '%j is left as it is',
  (text) => {
    expect(toCsv([[text]])).toBe(`${text}\r\n`);
  },
);

test('commas, quotes and line ends stay inside their cell', () => {
  expect(toCsv([['a,b', 'say "x"', 'two\nlines', 'plain']])).toBe(
    '"a,b","say ""x""","two\nlines",plain\r\n',
  );
});

/** Texts of what separates, quotes and calculates, with letters between. */
const awkward = fc.string({ unit: fc.constantFrom(...';,\t\r\n"\' \u00a0=+-@ab') });

/** The cells of a file as a spreadsheet reads them: a quote counts only where a cell begins. */
function cellsOf(csv: string, separator: string): string[] {
  const ends = new RegExp(`[${separator}\r\n]`);
  const cells: string[] = [];
  for (let rest = csv; rest !== ''; ) {
    const [opened = '', quoted = ''] = /^"((?:[^"]|"")*)(?:"|$)/.exec(rest) ?? [];
    const [plain = ''] = rest.slice(opened.length).split(ends);
    cells.push(quoted.replaceAll('""', '"') + plain);
    rest = rest.slice(opened.length + plain.length + 1);
  }
  return cells;
}

test.each([',', ';', '\t'])('no cell begins like a formula where %j separates', (separator) => {
  fc.assert(
    fc.property(fc.array(fc.oneof(awkward, fc.string()), { minLength: 1 }), (row) => {
      const csv = toCsv([row, row]);
      for (const cell of cellsOf(csv, separator)) expect(cell.trim()).not.toMatch(/^[=+\-@]/);
      // Nor where quotes are not understood at all.
      for (const part of csv.split(/[;,\t\r\n]/)) expect(part).not.toMatch(/^["\s]*[=+\-@]/);
    }),
  );
});

test('signs inside a value without separators are not changed', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab =+-@') }), (text) => {
      expect(toCsv([[`a${text}`]])).toBe(`a${text}\r\n`);
    }),
  );
});
