import type { InboxMessage } from '@coachsite/adapters/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstNameOf, useReplyUrl } from '#ui/src/features/admin/inbox/use-reply-url.ts';
import { show } from '../support/show.tsx';

const message = {
  id: '1',
  name: 'Jan Peeters',
  email: 'jan@example.com',
  subject: 'Vraag',
  message: 'Dag,\n\nkan dat?\r\nJan',
  language: 'nl',
} as InboxMessage;

function Link({ to }: { readonly to: InboxMessage }) {
  return <a href={useReplyUrl(to)}>reply</a>;
}

/** The address and the fields of the link to reply to a message. */
async function linkTo(changed: Partial<InboxMessage>): Promise<string> {
  const { container } = await show(<Link to={{ ...message, ...changed }} />, {
    language: 'nl',
    texts: ['admin', 'reply'],
  });
  const href = () => container.querySelector('a')?.getAttribute('href') ?? '';
  await expect.poll(href).toContain('body=');
  return href();
}

test('every line of a reply ends with CR LF (RFC 6068, 5)', async () => {
  const url = await linkTo({});
  expect(url).toMatch(/^mailto:jan%40example\.com\?subject=/);
  expect(url).toContain('%0D%0A');
  expect(url.replaceAll('%0D%0A', '')).not.toMatch(/%0[AD]/i);
  expect(decodeURIComponent(url)).toContain('> kan dat?\r\n> Jan');
});

test('a quotation is not cut in the middle of a character', async () => {
  const url = await linkTo({ message: `${'a'.repeat(1199)}😀 and more` });
  expect(decodeURIComponent(url)).toMatch(/a$/);
});

test.each([
  ['Jan Peeters', 'Jan'],
  ['Peeters, Jan', 'Jan'],
  ['Peeters, Jan Maria', 'Jan'],
  [' Van den Berg ,An', 'An'],
  ['Jan', 'Jan'],
  ['Peeters,', 'Peeters'],
  ['  Zoë  Claes', 'Zoë'],
  [',', ','],
])('somebody who writes %j is greeted as %j', async (name, greeted) => {
  expect(firstNameOf(name)).toBe(greeted);
});

test('the greeting of "Peeters, Jan" has one comma', async () => {
  expect(decodeURIComponent(await linkTo({ name: 'Peeters, Jan' }))).toContain('body=Dag Jan,\r\n');
});

test('a name with a letter in it is greeted with a word of it, without a comma', () => {
  const word = fc.stringMatching(/^[A-Za-zé]{1,9}$/);
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.constantFrom(' ', ', ', ',', '  '),
      (words, by) => {
        expect(words).toContain(firstNameOf(words.join(by)));
      },
    ),
  );
});
