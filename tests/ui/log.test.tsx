import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LogBlock } from '#ui/src/features/admin/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const eventOf = (id: string, type: string, more: object = {}) => ({
  id,
  at: '2026-01-05T10:00:00.000Z',
  type,
  severity: 'high',
  source: 'server',
  userId: null,
  ip: '192.0.2.1',
  details: {},
  ...more,
});

/** The log of a server on which `events` have happened so far. */
async function open(events: readonly object[], language: 'nl' | 'en' = 'en') {
  respondToCalls(() => Response.json({ events, next: null }));
  await show(<LogBlock self="admin-1" />, { language, texts: ['admin'] });
  await screen.findByRole('table');
}

test('new events are shown once the log is requested again', async () => {
  const events = [eventOf('1', 'admin_access')];
  await open(events);
  expect(screen.queryByTitle('ebook_replaced')).toBeNull();
  events.unshift(eventOf('2', 'ebook_replaced'));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByTitle('ebook_replaced')).toBeDefined();
});

test.each([
  ['en', 'method: GET, path: /api/admin/messages, own: x', 'by the server'],
  ['nl', 'methode: GET, pad: /api/admin/messages, own: x', 'door de server'],
] as const)(
  'details and source have names in plain words, and their values are unchanged (%s)',
  async (language, line, source) => {
    const details = { method: 'GET', path: '/api/admin/messages', own: 'x' };
    await open([eventOf('1', 'admin_access', { details })], language);
    expect(screen.getByText(line)).toBeDefined();
    expect(screen.getByText(source)).toBeDefined();
  },
);

test('what a browser reports again and repeats in a row are no rows of their own, and own visits are low', async () => {
  const at = (seconds: number) => ({
    at: new Date(Date.UTC(2026, 0, 5, 10, 0, seconds)).toISOString(),
  });
  const own = { userId: 'admin-1', user: 'coach@example.com', severity: 'high' };
  await open([
    eventOf('1', 'admin_access', { ...own, ...at(50), details: { path: '/api/admin/messages' } }),
    eventOf('2', 'admin_access', { ...own, ...at(49), details: { path: '/api/admin/notify' } }),
    eventOf('3', 'auth_success', { ...own, ...at(40), source: 'client', severity: 'low' }),
    eventOf('4', 'auth_success', { ...own, ...at(39), severity: 'low' }),
    eventOf('5', 'auth_failure', { ...at(10), source: 'client', severity: 'medium' }),
  ]);
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '');
  expect(rows).toEqual([
    expect.stringMatching(/^.*Admin area opened.*2 ×.*low.*coach@example\.com/),
    expect.stringMatching(/Signed in.*by the server/),
    expect.stringMatching(/Sign-in or check failed.*reported by the browser/),
  ]);
});

test('older events follow page by page, and another kind of event begins with the newest', async () => {
  const calls = respondToCalls(({ path }) => {
    const query = new URL(path, 'http://localhost').searchParams;
    const before = query.get('before') ?? '3';
    const next = before === '1' ? null : String(Number(before) - 1);
    const type = query.get('type') ?? `page_${before}`;
    return Response.json({ events: [eventOf(`${type} ${before}`, type)], next });
  });
  await show(<LogBlock self="admin-1" />, { language: 'en', texts: ['admin'] });
  const kinds = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.children[1]?.textContent);
  const older = await screen.findByRole('button', { name: 'Show older' });
  expect(kinds()).toEqual(['page_3']);
  fireEvent.click(older);
  await waitFor(() => expect(kinds()).toEqual(['page_3', 'page_2']));
  expect(older.getAttribute('aria-disabled')).toBe('false');
  fireEvent.click(older);
  await waitFor(() => expect(kinds()).toEqual(['page_3', 'page_2', 'page_1']));
  expect(older.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(older);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'lock' } });
  await waitFor(() => expect(kinds()).toEqual(['Account locked']));
  expect(calls.map(({ path }) => path.replace(/^.*limit=10&?/, ''))).toEqual([
    '',
    'before=2',
    'before=1',
    'type=lock',
  ]);
});

test('a page of older events that fails is reported by reading the log again', async () => {
  const responses = [
    Response.json({ events: [eventOf('1', 'lock')], next: 'x' }),
    new Response('', { status: 500 }),
    Response.json({ events: [eventOf('2', 'unlock')], next: null }),
  ];
  respondToCalls(() => responses.shift());
  await show(<LogBlock self="admin-1" />, { language: 'en', texts: ['admin'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByTitle('unlock')).toBeDefined();
  expect(screen.queryByTitle('lock')).toBeNull();
});
