import { createHash } from 'node:crypto';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PublicFileCheck } from '#ui/src/features/admin/ebook/public-file-check.tsx';
import { restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const content = '%PDF-1.7 the guide';
const file = new File([content], 'guide.pdf');
const ebook = {
  id: 'v',
  fileName: 'guide.pdf',
  size: content.length,
  pages: 1,
  sha256: createHash('sha256').update(content).digest('hex'),
  uploadedAt: '2026-11-03T12:00:00.000Z',
  url: '',
  warnings: [],
};

/** Serves the file as a visitor gets it; `undefined`: not at all. */
function serve(read: () => string | undefined) {
  const ranges: (string | null)[] = [];
  globalThis.fetch = async (_input, init) => {
    ranges.push(new Headers(init?.headers).get('range'));
    const bytes = read();
    if (bytes === undefined) throw new TypeError('network');
    return new Response(bytes.slice(1), { status: 206 });
  };
  return ranges;
}

test('what visitors download is compared with what was uploaded, without counting as a download', async () => {
  const ranges = serve(() => content);
  await show(<PublicFileCheck ebook={ebook} file={file} />, { language: 'en', texts: ['admin'] });
  expect(await screen.findByText(/^Checked .*the file you uploaded/)).toBeTruthy();
  expect(ranges).toEqual(['bytes=1-']);
});

test.each([
  ['another file', 'Visitors download another file', `${content}.`],
  ['no file', 'The file could not be read back', undefined],
])('%s is a problem that can be checked again', async (_name, title, served) => {
  let now: string | undefined = served;
  serve(() => now);
  await show(<PublicFileCheck ebook={ebook} file={file} />, { language: 'en', texts: ['admin'] });
  expect((await screen.findByRole('alert')).textContent).toContain(title);
  now = content;
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText(/^Checked .*the file you uploaded/)).toBeTruthy();
});
