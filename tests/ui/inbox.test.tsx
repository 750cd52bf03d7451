import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { InboxBlock } from '#ui/src/features/admin/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

/** The inbox at a path, with the given responses of the server. */
async function openAt(
  path: string,
  respond: (request: { readonly path: string }) => Response,
  language: 'nl' | 'en' = 'en',
) {
  respondToCalls(respond);
  const routeTree = createRootRoute({ component: () => <InboxBlock onChanged={() => {}} /> });
  const history = createMemoryHistory({ initialEntries: [path] });
  // biome-ignore lint/suspicious/noExplicitAny: the type of every router is that of the whole site
  const router = createRouter({ routeTree, history }) as any;
  await show(<RouterProvider router={router} />, { language, texts: ['admin'] });
  return history;
}

const mails = { failed: 0, waiting: 0 };
const noSummary = { new: 0, late: 0, dueSoon: 0 };

/** An inbox that lists no message, with `waiting` new ones under another status. */
const open = (waiting: number, language?: 'nl' | 'en') => {
  const counts = { new: waiting, answered: 1, archived: 0, spam: 0 };
  return openAt(
    '/admin',
    () => Response.json({ messages: [], summary: noSummary, counts, mails }),
    language,
  );
};

test.each([
  ['en', 'Spam', 'No messages with this status'],
  ['nl', 'Ongewenst', 'Geen berichten met deze status'],
] as const)(
  'an empty part of the inbox does not say that nothing is open (%s)',
  async (language, spam, none) => {
    await open(2, language);
    fireEvent.click(await screen.findByRole('radio', { name: new RegExp(spam) }));
    expect(await screen.findByText(none)).toBeDefined();
    expect(screen.queryByText(/Nothing is open|staat niets open/)).toBeNull();
  },
);

test('without new messages, the whole inbox and its new part say so', async () => {
  await open(0);
  expect(await screen.findByText(/^Nothing is open/)).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: /^New/ }));
  await waitFor(() => expect(screen.getByText(/^Nothing is open/)).toBeDefined());
  fireEvent.click(screen.getByRole('radio', { name: /^Archived/ }));
  expect(await screen.findByText('No messages with this status')).toBeDefined();
});

test('a message in the URL that the list lacks does not open automatically in another list', async () => {
  const message = {
    id: 'm1',
    name: 'Ann',
    email: 'ann@example.com',
    subject: 'Old question',
    message: 'Text',
    language: 'en',
    status: 'archived',
    receivedAt: '2026-01-05T10:00:00.000Z',
    dueAt: '2026-01-06T10:00:00.000Z',
    answeredAt: null,
  };
  const counts = { new: 0, answered: 0, archived: 1, spam: 0 };
  // The message is too old for the first page of all, but is in the archive.
  const history = await openAt('/admin?message=m1', ({ path }) =>
    Response.json({
      messages: path.includes('archived') ? [message] : [],
      summary: noSummary,
      counts,
      mails,
    }),
  );
  fireEvent.click(await screen.findByRole('radio', { name: /^Archived/ }));
  expect(await screen.findByText('Old question')).toBeDefined();
  expect(screen.getByRole('table')).toBeDefined();
  expect(history.location.search).toBe('');
});

test.each([
  ['2026-01-06T10:00:00.000Z', 'en', '24 hours after it came in'],
  ['2026-01-13T10:00:00.000Z', 'en', '24 hours after it came in, your days off not counted'],
  ['2026-01-13T10:00:00.000Z', 'nl', '24 uur na ontvangst, je vakantie niet meegeteld'],
] as const)('a reply that is due on %s says why (%s)', async (replyDueAt, language, why) => {
  const message = {
    id: 'm1',
    name: 'Ann',
    email: 'ann@example.com',
    subject: 'A question',
    message: 'Text',
    language: 'en',
    status: 'new',
    flagged: false,
    receivedAt: '2026-01-05T10:00:00.000Z',
    replyDueAt,
    answeredAt: null,
  };
  const counts = { new: 1, answered: 0, archived: 0, spam: 0 };
  await openAt(
    '/admin?message=m1',
    () => Response.json({ messages: [message], summary: noSummary, counts, mails }),
    language,
  );
  expect(await screen.findByText(why)).toBeDefined();
});
