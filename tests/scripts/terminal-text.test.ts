import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { indentedLines, oneLine, printJson } from '../../scripts/support/words.ts';

/** Text of strangers: with line ends of every kind, and what a terminal would obey. */
const parts = [
  'a',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\v',
  '\f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u001b[2J',
];
const turned = ['\u202e', '\u2066', '\u200f', '\u009b', '\u0000', '\u007f', '\b'];
const written = fc
  .array(fc.constantFrom(...parts, ...turned), { maxLength: 30 })
  .map((all) => all.join(''));

const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

test('a text of a stranger is one line, and moves no cursor', () => {
  fc.assert(
    fc.property(written, (text) => {
      expect(oneLine(text)).not.toMatch(obeyed);
    }),
  );
  expect(oneLine('1 x\n2 x  forged')).toBe('1 x 2 x  forged');
});

test('a longer one stands indented below another line, whatever its line ends are', () => {
  fc.assert(
    fc.property(written, (text) => {
      for (const line of indentedLines(text)) {
        expect(line).toMatch(/^ {4}\S/);
        expect(line).not.toMatch(obeyed);
      }
    }),
  );
  expect(indentedLines('Error: a\u20281 x  forged\n  at f\r\n\n')).toEqual([
    '    Error: a',
    '    1 x  forged',
    '    at f',
  ]);
});

test('JSON on a terminal is the same value, with what a terminal would obey as escapes', () => {
  fc.assert(
    fc.property(fc.array(written), (value) => {
      const lines: string[] = [];
      const log = vi
        .spyOn(console, 'log')
        .mockImplementation((line: string) => void lines.push(line));
      printJson(value);
      log.mockRestore();
      for (const line of lines) expect(line).not.toMatch(obeyed);
      expect(JSON.parse(lines.join('\n'))).toEqual(value);
    }),
  );
});
