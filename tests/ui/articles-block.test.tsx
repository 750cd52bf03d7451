import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ArticlesBlock } from '#ui/src/features/admin/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(() => {
  // A check of the text may still be due.
  cleanup();
  restoreNetwork();
});

const markdown = '---\ntitle: Een\ndate: 2026-11-01\n---\nTekst';
const savedAt = '2026-11-24T12:00:00.000Z';
const version = { savedAt, savedBy: null };
const row = { slug: 'een', language: 'nl', title: 'Een', publishedOn: '2026-11-01' };

const restore = /^Restore: version 2 of .*, draft$/;

/** One article, in Dutch alone, open in the editor. */
async function open() {
  const calls = respondToCalls(({ path, method, body }) => {
    if (path.includes('/preview')) {
      const isWrong = (body as { markdown: string }).markdown.includes('fout');
      const mistakes = [{ line: 5, message: 'Een fout' }];
      return isWrong
        ? Response.json({ code: 'validation_failed', message: '', mistakes }, { status: 422 })
        : new Response('<p>', { headers: { 'content-type': 'text/html' } });
    }
    if (path.endsWith('/versions'))
      return Response.json([
        { ...version, id: 3, active: true, state: 'site' },
        { ...version, id: 2, active: false, state: 'draft' },
        { ...version, id: 1, active: false, state: null },
      ]);
    if (path.endsWith('/pictures')) return Response.json({ url: '/pictures/a-480x480.jpg' });
    if (method !== 'GET') return Response.json({ version: 3, isPublished: true });
    if (path.endsWith('/een/nl'))
      return Response.json({ markdown, version: 2, hasFile: false, state: 'site' });
    return Response.json([{ ...row, updatedOn: row.publishedOn, state: 'site', version: 2 }]);
  });
  await show(
    <>
      <ArticlesBlock />
      <Toasts />
    </>,
    { language: 'en', texts: ['admin'] },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Open Een, Dutch' }));
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text');
  const type = (value: string) => fireEvent.change(text, { target: { value } });
  return { calls, text, type };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('what is typed and not saved is asked about before another text takes its place', async () => {
  const { calls, text, type } = await open();
  const fold = document.querySelector('details');
  if (fold) fold.open = true;
  await screen.findByRole('button', { name: restore });
  screen.getByRole('button', { name: /^Restore: version 1 of .*, taken away$/ });
  type(`${markdown} en meer`);
  for (const name of [restore, 'Write it in English too', 'To the list']) {
    press(name);
    await screen.findByText('What you typed since you last saved will be lost.');
    press('Stay here');
    expect(text.value).toBe(`${markdown} en meer`);
  }
  expect(calls.some(({ path }) => path.endsWith('/restore'))).toBe(false);
  press(restore);
  press('Leave');
  await waitFor(() => expect(text.value).toBe(markdown));
  expect(calls.some(({ path }) => path.endsWith('/versions/2/restore'))).toBe(true);
});

test('a translation begins as a draft', async () => {
  await open();
  press('Write it in English too');
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toContain('draft: true'),
  );
  expect(screen.getByRole('button', { name: 'Save as a draft' })).toBeDefined();
});

test('a file that says nothing of a draft begins as one', async () => {
  await open();
  press('To the list');
  press('New article');
  const file = new File([markdown], 'twee.nl.md', { type: 'text/markdown' });
  fireEvent.change(screen.getByLabelText('Choose a file (.md)'), { target: { files: [file] } });
  await screen.findByDisplayValue('twee');
  press('Begin to write');
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text');
  expect(text.value).toContain('draft: true');
  for (const name of ['Publish', 'Save as a draft']) screen.getByRole('button', { name });
});

test('Enter in the description of a picture puts it in the text', async () => {
  const { text } = await open();
  const file = new File(['x'], 'x.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [file] } });
  // What a browser presses for Enter.
  const submit = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Put it in the text',
  });
  const words = screen.getByLabelText<HTMLInputElement>('Description');
  expect([submit.type, submit.form]).toEqual(['submit', words.form]);
  fireEvent.change(words, { target: { value: 'Een blauw vlak' } });
  fireEvent.submit(words.form as HTMLFormElement);
  expect(text.value).toContain('![Een blauw vlak](/pictures/a-480x480.jpg)');
});

test('the mistakes of a text that is taken back go with it', async () => {
  const { type } = await open();
  type(`${markdown} fout`);
  await screen.findByText('Een fout');
  act(() => void type(markdown));
  await waitFor(() => expect(screen.queryByText('Een fout')).toBeNull());
});

test('what is typed while an article is withdrawn is a draft too', async () => {
  const { text, type } = await open();
  press('Withdraw');
  type(`${markdown} en meer`);
  await screen.findByRole('button', { name: 'Save as a draft' });
  expect(text.value).toContain('en meer');
});

test('without a connection, a text that is not saved says so and stays', async () => {
  const { text, type } = await open();
  type(`${markdown} en meer`);
  respondToCalls(() => undefined);
  press('Save');
  await screen.findByText('The site cannot be reached. Check your connection and try again.');
  expect(text.value).toBe(`${markdown} en meer`);
});
