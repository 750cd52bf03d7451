import type { ClientErrors } from '@coachsite/adapters/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ErrorsBlock } from '#ui/src/features/admin/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const error = (id: string, more: object = {}) => ({
  id,
  message: `${id} is not a function`,
  count: 1,
  firstAt: '2026-01-05T09:00:00.000Z',
  lastAt: '2026-01-05T10:00:00.000Z',
  urls: ['/shop', '/faq'],
  userAgent: 'Firefox',
  stack: 'at f (/app.js:1:2)',
  componentStack: '',
  ...more,
});
const none: ClientErrors = { errors: [], total: 0, reports: 0 };

async function open(respond: (path: string) => object, language: 'nl' | 'en' = 'en') {
  const calls = respondToCalls(({ path }) => Response.json(respond(path)));
  await show(<ErrorsBlock />, { language, texts: ['admin'] });
  return calls;
}

test.each([
  ['nl', 'Geen fouten gemeld'],
  ['en', 'No errors reported'],
] as const)('without reports it says so, and offers no search (%s)', async (language, text) => {
  await open(() => none, language);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('an error shows its message, pages and count; its stacks are there on request', async () => {
  await open(() => ({ errors: [error('x', { count: 3 })], total: 1, reports: 3 }));
  expect(await screen.findByText('x is not a function')).toBeDefined();
  expect(screen.getByText('/shop, /faq')).toBeDefined();
  expect(screen.getByText('3 ×')).toBeDefined();
  expect(screen.getByText('1 error, reported 3 times')).toBeDefined();
  const trace = screen.getByText('at f (/app.js:1:2)');
  expect(trace.closest('details')?.open).toBe(false);
  fireEvent.click(screen.getByText('Technical details'));
  expect(trace.closest('details')?.open).toBe(true);
  expect(screen.getByText('Browser: Firefox')).toBeDefined();
});

test.each([
  ['nl', /^5 jan 2026, \d\d\.00$/],
  ['en', /^5 Jan 2026, \d\d:00$/],
] as const)('a moment is written as its language does (%s)', async (language, moment) => {
  await open(() => ({ errors: [error('x')], total: 1, reports: 1 }), language);
  expect(await screen.findByText(moment)).toBeDefined();
});

test('a search asks for its words from the first page; one without result keeps the field', async () => {
  const all = Array.from({ length: 10 }, (_, i) => error(`e${i}`));
  const calls = await open((path) =>
    path.includes('q=') ? none : { errors: all, total: 12, reports: 12 },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  const field = screen.getByRole('searchbox');
  fireEvent.input(field, { target: { value: ' out of memory ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('No error found with out of memory')).toBeDefined();
  expect(screen.getByRole('searchbox')).toHaveProperty('value', ' out of memory ');
  const queries = calls.map(({ path }) => new URL(path, 'http://localhost').searchParams);
  expect(queries.map((query) => [query.get('offset'), query.get('q')])).toEqual([
    ['0', null],
    ['10', null],
    ['0', 'out of memory'],
  ]);
});
