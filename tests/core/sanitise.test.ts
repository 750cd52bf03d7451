import { anyText, hostileText } from '@coachsite/core/testing';
import { sanitise } from '@coachsite/core/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitisedMaxLength } from '#core/src/text/sanitise.ts';
import { casesOf, factOf } from '../support/core-cases.ts';

interface SanitiseCase {
  readonly input: unknown;
  readonly output?: string;
  readonly accept?: readonly string[];
  readonly noThrow?: boolean;
}

const forbidden = factOf<readonly string[]>('sanitising', 'forbidden').map(
  (pattern) => new RegExp(pattern, factOf<string>('sanitising', 'forbiddenFlags')),
);

/** The four properties that the case table requires of every result. */
function expectClean(input: unknown): void {
  const text = sanitise(input);
  expect(text.length).toBeLessThanOrEqual(sanitisedMaxLength);
  expect(sanitise(text)).toBe(text);
  expect(text.trim()).toBe(text);
  for (const pattern of forbidden) expect(text).not.toMatch(pattern);
}

describe('sanitising (docs/rules.md#5)', () => {
  test.each(casesOf<SanitiseCase>('sanitising', 'cases'))('case %#: $note', (one) => {
    expectClean(one.input);
    if (one.output !== undefined) expect(sanitise(one.input)).toBe(one.output);
    if (one.noThrow) expect(sanitise(one.input)).toBe('');
  });

  test('has these properties for hostile text', () => {
    expect(sanitisedMaxLength).toBe(factOf('sanitising', 'maxLength'));
    fc.assert(fc.property(fc.oneof(hostileText, anyText), expectClean), { numRuns: 500 });
  });

  test('keeps text without forbidden parts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9 .,!?é€-]{0,300}$/), (text) => {
        expect(sanitise(text)).toBe(text.trim());
      }),
    );
  });

  test.each([
    ['money=5 and season = 4', 'money=5 and season = 4'],
    ['JaVaScRiPt \t: alert(1)', 'alert(1)'],
    ['x onclick \n = y', 'x  y'],
    ['data : text/HTML,hi', ',hi'],
    ['one = two', 'two'],
    ['<SCRIPT type=x>a</ScRiPt>', 'a'],
    ['the on=off switch', 'the on=off switch'],
  ])('%j becomes %j', (input, output) => {
    expect(sanitise(input)).toBe(output);
  });

  test('does not split a surrogate pair at the cut', () => {
    expect(sanitise(`${'a'.repeat(999)}👍`)).toBe('a'.repeat(999));
    expect(sanitise(`${'a'.repeat(998)}👍b`)).toBe(`${'a'.repeat(998)}👍`);
  });

  // Linear time: a rule that scans the text once per nesting level would not finish on these.
  test.each([
    ['nested schemes', 'java'.repeat(9000) + 'script:'.repeat(9000)],
    ['nested handlers', 'on'.repeat(20_000) + 'x='.repeat(12_000)],
    ['open tags', '<script'.repeat(9000)],
    ['open brackets', '<'.repeat(65_536)],
    ['blanks before colons', `javascript${' '.repeat(65_000)}x:`],
    ['many schemes', 'javascript:'.repeat(6000)],
    ['letters before equals signs', `${'a'.repeat(32_000)}${'=a'.repeat(16_000)}`],
  ])('handles 64 KiB of %s', (_, input) => {
    expectClean(input);
  });
});
