import type { JsonObject } from '@coachsite/core/kernel';
import { emailPseudonym, isAbout, type SecurityEvent } from '@coachsite/core/security-log';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hideEmails } from '#core/src/security-log/pseudonym.ts';
import { anyText, email } from '../support/arbitraries.ts';

const pseudonyms = { of: (text: string) => `<${[...text].reverse().join('')}>` };

test('an address becomes the same mark wherever and however it is written', () => {
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

test('nothing with an @ is left, whatever the details hold, and hiding again changes nothing', () => {
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

test('an address gets its own mark, whatever stands around it and however it is encoded', () => {
  const mark = emailPseudonym(pseudonyms, 'ann@example.com');
  const hidden = (note: string) => hideEmails({ note }, pseudonyms).note;
  expect(hidden('Van ann@example.com.')).toBe(`Van ${mark}.`);
  expect(hidden("'ann@example.com'")).toBe(`'${mark}'`);
  expect(hidden('/x?email=Ann%40example.com&y=%20z')).toBe(`/x?email=${mark}&y= z`);
  expect(hidden('/x/ann%252540example%2Ecom/y')).toBe(`/x/${mark}/y`);
  expect(hidden('a\nann@example.com')).toBe(`a\n${mark}`);
  expect(hidden('50%25 off%20')).toBe('50%25 off%20');
});

test('who was named before an address was hidden is named by its mark after', () => {
  const around = fc.oneof(anyText, fc.constantFrom('', '.', "'", '/x?to=', '%20', '%2F', '@', '>'));
  fc.assert(
    fc.property(around, email, around, (before, address, after) => {
      const note = before + address + after;
      const event = (details: JsonObject) =>
        ({ userId: undefined, userAgent: '', details }) as unknown as SecurityEvent;
      fc.pre(isAbout({ userIds: [], mentions: [address] })(event({ note })));
      const mentions = [emailPseudonym(pseudonyms, address)];
      expect(isAbout({ userIds: [], mentions })(event(hideEmails({ note }, pseudonyms)))).toBe(
        true,
      );
    }),
  );
});

test('what holds no address stays as it is', () => {
  const details = { reason: 'locked', nested: { list: [null, true, 2, 'words'] } };
  expect(hideEmails(details, pseudonyms)).toEqual(details);
});
