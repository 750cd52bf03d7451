import { addressMark, hideAddresses } from '@coachsite/core/security-log';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const pseudonyms = { of: (text: string) => `<${[...text].reverse().join('')}>` };

test('an address becomes the same mark wherever and however it is written', () => {
  const mark = addressMark(pseudonyms, 'ann@example.com');
  expect(
    hideAddresses(
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
      const value = JSON.parse(JSON.stringify(given)) as Parameters<typeof hideAddresses>[0];
      const hidden = hideAddresses(value, pseudonyms);
      expect(JSON.stringify(hidden)).not.toContain('@');
      expect(hideAddresses(hidden, pseudonyms)).toEqual(hidden);
    }),
  );
});

test('what holds no address stays as it is', () => {
  const details = { reason: 'locked', nested: { list: [null, true, 2, 'words'] } };
  expect(hideAddresses(details, pseudonyms)).toEqual(details);
});
