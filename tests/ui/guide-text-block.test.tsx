import type { AdminGuideText, GuideTextVersions } from '@coachsite/adapters/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { GuideTextBlock } from '#ui/src/features/admin/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const call = '/api/admin/ebook/text';
const ofPdf: AdminGuideText = {
  version: 1,
  markdown: '# Gids',
  origin: 'pdf',
  isPublic: true,
  file: 'f1',
};
const version = (id: number, rest: Partial<GuideTextVersions[number]>) => ({
  id,
  savedAt: '2026-01-05T12:00:00.000Z',
  savedBy: null,
  origin: 'pdf' as const,
  isOfFile: true,
  active: false,
  ...rest,
});
const kept: GuideTextVersions = [
  version(2, { active: true }),
  version(1, { origin: 'admin', isOfFile: false }),
];

async function open(text: AdminGuideText, refused: Partial<Record<string, string>> = {}) {
  let now = text;
  const theirs = (other: AdminGuideText) => {
    now = other;
  };
  const calls = respondToCalls(({ method, path }) => {
    const code = refused[`${method} ${path}`];
    if (code !== undefined) return Response.json({ code }, { status: 409 });
    return Response.json(path.endsWith('/versions') ? kept : now);
  });
  const part = (
    <>
      <GuideTextBlock />
      <Toasts />
    </>
  );
  await show(part, { language: 'en', texts: ['admin', 'problems'] });
  await screen.findByLabelText('Text');
  const changes = () =>
    calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  return { changes, calls, theirs };
}
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;

test('the text is corrected, and saved with the version it was begun from', async () => {
  const { calls } = await open(ofPdf);
  expect(screen.getByRole('link', { name: 'View the page' }).getAttribute('href')).toBe(
    '/guide/read',
  );
  type('# Gids, beter');
  press('Save the text');
  await waitFor(() => expect(lastToast()).toContain('The text is online'));
  const saved = calls.find(({ method }) => method === 'PUT');
  expect(saved?.body).toEqual({ markdown: '# Gids, beter', version: 1, file: 'f1' });
});

test('a scan and a text that was taken away say why there is no page', async () => {
  await open({ version: 0, markdown: '', origin: null, isPublic: false, file: 'f1' });
  expect(screen.getByText('This PDF has no page yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'View the page' })).toBeNull();
});

test('where somebody was faster, that is said and the typed text stays, and can be saved over theirs', async () => {
  const { calls, theirs } = await open(ofPdf, { [`PUT ${call}`]: 'guide_conflict' });
  theirs({ ...ofPdf, version: 7, markdown: '# Andere', file: 'f2' });
  type('# Mijn');
  press('Save the text');
  await waitFor(() => expect(lastToast()).toContain('Your own text is still here'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('# Mijn');
  press('Save the text');
  const saves = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(saves()).toHaveLength(2));
  expect(saves()[1]).toEqual({ markdown: '# Mijn', version: 7, file: 'f2' });
});

test('what is typed becomes a version before another text takes its place', async () => {
  const { changes } = await open(ofPdf);
  press('Again from the PDF');
  await waitFor(() => expect(changes()).toEqual([`POST ${call}/read`]));
  await waitFor(() => expect(lastToast()).toContain('The page was made from the PDF'));
  type('# Half');
  press(/^Restore: the text of/);
  await waitFor(() =>
    expect(changes().slice(1)).toEqual([`PUT ${call}`, `POST ${call}/versions/1/restore`]),
  );
});

test('a text that cannot be kept is not replaced', async () => {
  const { changes } = await open(ofPdf, { [`PUT ${call}`]: 'guide_conflict' });
  type('# Half');
  press('Again from the PDF');
  await waitFor(() => expect(lastToast()).toContain('Your own text is still here'));
  expect(changes()).toEqual([`PUT ${call}`]);
});

test('the versions say where they come from, and which one is on the site', async () => {
  await open(ofPdf);
  const items = await screen.findAllByRole('listitem', { hidden: true });
  const texts = items.map(({ textContent }) => textContent);
  expect(texts[0]).toContain('from the PDF');
  expect(texts[0]).toContain('Active');
  expect(texts[1]).toContain('corrected · of another PDF');
});
