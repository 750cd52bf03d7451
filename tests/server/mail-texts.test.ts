import { expect, test } from 'vitest';
import { fill } from '#server/src/mails/texts.ts';

test('every text is filled, in lists and objects too', () => {
  const texts = { subject: 'For {{brand}}', paragraphs: ['{{name}} at {{brand}}'] };
  expect(fill(texts, { brand: 'Coach', name: 'An' })).toEqual({
    subject: 'For Coach',
    paragraphs: ['An at Coach'],
  });
});

test('a value is taken as it is, even when it looks like a placeholder', () => {
  expect(fill('{{name}}!', { name: '{{brand}} $& $1', brand: 'Coach' })).toBe('{{brand}} $& $1!');
});

test('a text that names an unknown value is a mistake, not an empty place', () => {
  expect(() => fill('Dear {{nobody}}', { name: 'An' })).toThrow('{{nobody}}');
});
