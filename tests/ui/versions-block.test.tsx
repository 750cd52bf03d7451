import type { EbookVersions } from '@coachsite/adapters/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VersionsBlock } from '#ui/src/features/admin/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 6, 12) });
});
afterEach(() => {
  restoreNetwork();
  vi.useRealTimers();
});

const version = (id: string, uploadedAt: Date, active = false): EbookVersions[number] => ({
  id,
  active,
  fileName: `${id}.pdf`,
  size: 2_400_000,
  pages: 12,
  sha256: '',
  uploadedAt: uploadedAt.toISOString(),
});
const versions = [
  version('new', new Date(2026, 0, 6, 0, 5), true),
  version('old', new Date(2026, 0, 5, 23, 55)),
  version('oldest', new Date(2026, 0, 4, 12)),
];

async function open(data: EbookVersions, language: 'nl' | 'en' = 'en') {
  let changes = 0;
  const block = { data, hasFailed: false, isLoading: false, reload: () => undefined };
  const onChanged = () => {
    changes += 1;
  };
  const part = (
    <>
      <VersionsBlock block={block} onChanged={onChanged} />
      <Toasts />
    </>
  );
  await show(part, { language, texts: ['admin'] });
  return () => changes;
}
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;

test.each([
  ['en', ['2.4 MB, today 00:05', '2.4 MB, yesterday 23:55', '2.4 MB, 4 Jan 2026, 12:00']],
  ['nl', ['2,4 MB, vandaag 00.05', '2,4 MB, gisteren 23.55', '2,4 MB, 4 jan 2026, 12.00']],
] as const)('the kept versions say when each was uploaded (%s)', async (language, notes) => {
  await open(versions, language);
  const said = screen.getAllByRole('listitem').map((item) => item.querySelector('.note'));
  expect(said.map((note) => note?.textContent?.replaceAll('\u00a0', ' '))).toEqual(notes);
});

test('every version but the active one can be restored, and is named by its place', async () => {
  await open(versions);
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Restore: version 2, old.pdf, yesterday 23:55',
    'Restore: version 1, oldest.pdf, 4 Jan 2026, 12:00',
  ]);
  expect(screen.getAllByText('Active')).toHaveLength(1);
});

test.each([
  [Response.json({ fileName: 'old.pdf' }), 'old.pdf is online again.'],
  [
    Response.json({ code: 'ebook_version_not_found' }, { status: 404 }),
    'This version is no longer kept.',
  ],
  [new Response('', { status: 500 }), 'An error occurred. Please try again.'],
])('a restore says how it ended, and the list is read again', async (response, said) => {
  const responded = Promise.withResolvers<Response>();
  const calls = respondToCalls(() => responded.promise);
  const changes = await open(versions);
  const [old, oldest] = screen.getAllByRole('button');
  for (const button of [old, old, oldest]) if (button) fireEvent.click(button);
  responded.resolve(response);
  await waitFor(() => expect(lastToast()).toBe(said));
  expect(calls).toEqual([
    { method: 'POST', path: '/api/admin/ebook/versions/old/restore', body: {} },
  ]);
  expect(changes()).toBe(1);
});

test('without a version there is no list', async () => {
  await open([]);
  expect(screen.queryByRole('region')).toBeNull();
});
