import { fireEvent, screen } from '@testing-library/react';
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
