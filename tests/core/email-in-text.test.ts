import { containsEmail, replaceEmails } from '@coachsite/core/account';
import { anyText, email } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const encodings = [
  (text: string) => text,
  encodeURI,
  encodeURIComponent,
  (text: string) => encodeURIComponent(encodeURIComponent(text)),
  (text: string) => text.replaceAll('@', '%252540'),
  (text: string) =>
    [...new TextEncoder().encode(text)]
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join(''),
  (text: string) => text.toUpperCase(),
];
const encoding = fc.constantFrom(...encodings);

/**
 * An address with every sign that a local part may have. The rule under test is no filter of it: one that rejects
 * everything would let the generator search for ever.
 */
const unusual = fc
  .tuple(
    fc.array(fc.stringMatching(/^[a-z0-9!#$&'*+/=?^_`|~-]{1,10}$/), { minLength: 1, maxLength: 3 }),
    fc.array(fc.stringMatching(/^[a-z0-9]{1,10}$/), { minLength: 1, maxLength: 3 }),
    fc.stringMatching(/^[a-z]{2,6}$/),
  )
  .map(([local, labels, top]) => `${local.join('.')}@${[...labels, top].join('.')}`);

/** Separators: the ends and beginnings of sentences, lists, links and quotations. */
const before = [
  '',
  ' ',
  '<',
  '(',
  '"',
  "'",
  '“',
  ',',
  ':',
  ';',
  '[',
  '\n',
  '?email=',
  '/',
  '…',
  '*',
];
const behind = [
  '',
  ' ',
  '>',
  ')',
  '"',
  "'",
  '”',
  ',',
  ':',
  ';',
  ']',
  '\n',
  '.',
  '. Dag',
  '&x=1',
  '/',
  '?',
  '!',
  '-',
  '_',
  '@',
];

describe('whether a text names an address (D50)', () => {
  test('does, with any separator, in any case and any encoding', () => {
    fc.assert(
      fc.property(
        email,
        fc.constantFrom(...before),
        fc.constantFrom(...behind),
        encoding,
        (address, left, right, encode) => {
          expect(containsEmail(left + encode(address) + right, address)).toBe(true);
          expect(containsEmail(encode(left + address + right), address)).toBe(true);
        },
      ),
    );
  });

  test('of two addresses, one of which ends in the other, only the whole one', () => {
    const more = fc.stringMatching(/^[a-zé0-9!$^~+_%'.-]{0,6}[a-zé0-9!$^~+_%-]$/);
    fc.assert(
      fc.property(more, email, encoding, (start, address, encode) => {
        const longer = start + address;
        // Such a local part would be an encoding of something else.
        fc.pre(!/%[0-9a-f]{2}/i.test(longer.split('@')[0] ?? ''));
        expect(containsEmail(`Van ${encode(longer)}.`, longer)).toBe(true);
        expect(containsEmail(`Van ${encode(longer)}.`, address)).toBe(false);
        expect(containsEmail(`Van ${encode(address)}.`, longer)).toBe(false);
      }),
    );
  });

  test('of two addresses, one of which begins with the other, only the whole one', () => {
    const more = fc.stringMatching(/^(\.|-+)?[a-zé0-9]([a-z0-9-]*[a-z0-9])?$/);
    fc.assert(
      fc.property(more, email, encoding, (end, address, encode) => {
        const longer = address + end;
        expect(containsEmail(`Van ${encode(longer)}.`, longer)).toBe(true);
        expect(containsEmail(`Van ${encode(longer)}.`, address)).toBe(false);
        expect(containsEmail(`Van ${encode(address)}.`, longer)).toBe(false);
      }),
    );
  });

  test.each([
    ["o'neil@example.com", 'neil@example.com'],
    ['50%ann@example.com', 'ann@example.com'],
    ['ann@example.com-x.be', 'ann@example.com'],
    ['ann@mail.example.com', 'example.com'],
    ['%20ann@example.com', '20ann@example.com'],
    ['Van ann@example.com', '%20ann2@example.com'],
    ['xann@example.com', '%20ann@example.com'],
    ['ann@example.com%2Eau', 'ann@example.com'],
    ['Jan%2520van%2520x%252Bann@example.com', 'ann@example.com'],
    ['ann@example.com', ''],
    ['noa@noat', 'noat'],
  ])('%j does not name %j', (text, address) => {
    expect(containsEmail(text, address)).toBe(false);
  });

  test('however often the sign % of an encoding is encoded itself', () => {
    const often = '25'.repeat(9);
    expect(containsEmail(`u=jan%${often}40example.com`, 'jan@example.com')).toBe(true);
    expect(containsEmail(`u=ren%${often}C3%${often}A9@example.com`, 'ren\u00e9@example.com')).toBe(
      true,
    );
  });

  test('to a depth of five encodings of the whole text', () => {
    const encodeAll = (text: string) =>
      [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');
    const encoded = (depth: number) => Array.from({ length: depth }).reduce<string>(encodeAll, '@');
    expect(containsEmail(`jan${encoded(5)}example.com`, 'jan@example.com')).toBe(true);
    expect(containsEmail(`jan${encoded(6)}example.com`, 'jan@example.com')).toBe(false);
  });

  test('an unusual address is found', () => {
    fc.assert(
      fc.property(unusual, encoding, (address, encode) => {
        expect(containsEmail(`Van ${encode(address)} en`, address)).toBe(true);
      }),
    );
  });
});

describe('replacing addresses (D53)', () => {
  test('leaves no @, plain or encoded, and doing it again changes nothing', () => {
    const part = fc.oneof(
      anyText,
      email,
      fc.constantFrom('@', '%40', '%2540', '%', '%25', 'é', '='),
    );
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => {
          const replaced = replaceEmails(text, () => 'mark');
          expect(replaced).not.toMatch(/@|%(?:25)*40/);
          expect(replaceEmails(replaced, () => 'mark')).toBe(replaced);
        },
      ),
    );
  });

  test('spells out an @ that belongs to no address, and leaves the rest', () => {
    expect(replaceEmails('Dag @ Ann, <ann@x.be>!', (address) => `[${address}]`)).toBe(
      'Dag  at  Ann, <[ann@x.be]>!',
    );
    expect(replaceEmails('50% zonder', () => 'mark')).toBe('50% zonder');
    expect(replaceEmails('Volg " @example.com', () => 'mark')).toBe('Volg "  at example.com');
  });

  test('an address ends where its domain does, and bytes that are no text stay', () => {
    const marked = (text: string) => replaceEmails(text, (address) => `[${address}]`);
    expect(marked('jan@ example.com')).toBe('[jan@] example.com');
    expect(marked('%FF jan@example.com')).toBe('%FF [jan@example.com]');
  });

  test('returns the address that a text names', () => {
    fc.assert(
      fc.property(
        email,
        fc.constantFrom(...before),
        fc.constantFrom(...behind.slice(0, -1)),
        encoding,
        (address, left, right, encode) => {
          const seen: string[] = [];
          replaceEmails(left + encode(address) + right, (one) => {
            seen.push(one);
            return '';
          });
          expect(seen).toEqual([address]);
        },
      ),
    );
  });

  test('handles a long text', () => {
    const started = performance.now();
    for (const text of [
      'a'.repeat(1e5),
      `${'='.repeat(1e5)}@`,
      `${"'".repeat(1e5)}@`,
      'a@'.repeat(5e4),
      `a@${'a-'.repeat(5e4)}`,
      '%25'.repeat(3e4),
      `${'%3'.repeat(5e4)}@`,
      `${'%f'.repeat(1e3)}`.repeat(50),
    ]) {
      replaceEmails(text, () => 'mark');
      containsEmail(text, 'ann@example.com');
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

test('an address is found in a text under either spelling of its domain', () => {
  const spellings = ['piet@b\u00e4ckerei.example', 'piet@xn--bckerei-5wa.example'];
  for (const spelling of spellings) {
    for (const email of spellings) {
      expect(containsEmail(`from <${spelling}>.`, email)).toBe(true);
      expect(containsEmail(`from x${spelling}`, email)).toBe(false);
      expect(containsEmail(encodeURIComponent(spelling), email)).toBe(true);
    }
    expect(containsEmail(spelling, 'piet@backerei.example')).toBe(false);
    expect(replaceEmails(`at ${spelling}, once`, (email) => `[${email.split('@')[1]}]`)).toBe(
      'at [xn--bckerei-5wa.example], once',
    );
  }
});
