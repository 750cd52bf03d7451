import type { JsonObject } from '@coachsite/core/kernel';
import { emailPseudonym, isAbout, type SecurityEvent } from '@coachsite/core/security-log';
import { anyText, email } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hideEmails } from '#core/src/security-log/pseudonym.ts';

const pseudonyms = { of: (text: string) => `<${[...text].reverse().join('')}>` };

test('an address gets the same pseudonym in any place and any spelling', () => {
  const mark = emailPseudonym(pseudonyms, 'ann@example.com');
  expect(
    hideEmails(
      {
        email: 'Ann@Example.com',
        list: [{ 'ann@example.com': 'to <ann@example.com>, twice' }],
        n: 1,
      },
      pseudonyms,
    ),
  ).toEqual({ email: mark, list: [{ [mark]: `to <${mark}>, twice` }], n: 1 });
});

test('no @ is left in any details, and hiding again changes nothing', () => {
  const details = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(details, (given) => {
      const value = JSON.parse(JSON.stringify(given)) as Parameters<typeof hideEmails>[0];
      const hidden = hideEmails(value, pseudonyms);
      expect(JSON.stringify(hidden)).not.toContain('@');
      expect(hideEmails(hidden, pseudonyms)).toEqual(hidden);
    }),
  );
});

test('an address gets its own pseudonym, with any text around it and in any encoding', () => {
  const mark = emailPseudonym(pseudonyms, 'ann@example.com');
  const hidden = (note: string) => hideEmails({ note }, pseudonyms).note;
  expect(hidden('Van ann@example.com.')).toBe(`Van ${mark}.`);
  expect(hidden("'ann@example.com'")).toBe(`'${mark}'`);
  expect(hidden('/x?email=Ann%40example.com&y=%20z')).toBe(`/x?email=${mark}&y= z`);
  expect(hidden('/x/ann%252540example%2Ecom/y')).toBe(`/x/${mark}/y`);
  expect(hidden('a\nann@example.com')).toBe(`a\n${mark}`);
  expect(hidden('50%25 off%20')).toBe('50%25 off%20');
});

test('a person named by an address before hiding is named by its pseudonym afterwards', () => {
  const before = fc
    .tuple(anyText, fc.constantFrom(' ', '\n', '(', '>', ' /x?to=', ' %20', ' %2F'))
    .map((parts) => parts.join(''));
  const after = fc
    .tuple(fc.constantFrom(' ', '. ', "'", '>', '&x=1 ', '@', '%20 ', '%2F '), anyText)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(before, email, after, (start, address, end) => {
      const note = start + address + end;
      const event = (details: JsonObject) =>
        ({ userId: undefined, userAgent: '', details }) as unknown as SecurityEvent;
      expect(isAbout({ userIds: [], mentions: [address] })(event({ note }))).toBe(true);
      const mentions = [emailPseudonym(pseudonyms, address)];
      expect(isAbout({ userIds: [], mentions })(event(hideEmails({ note }, pseudonyms)))).toBe(
        true,
      );
    }),
  );
});

test('text without an address is unchanged', () => {
  const details = { reason: 'locked', nested: { list: [null, true, 2, 'words'] } };
  expect(hideEmails(details, pseudonyms)).toEqual(details);
});
