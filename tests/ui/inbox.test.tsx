import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { InboxBlock } from '../../ui/src/features/admin/index.ts';
import { answerCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

/** An inbox without a message on show, of which `waiting` are new elsewhere. */
async function open(waiting: number, language: 'nl' | 'en' = 'en') {
  const counts = { new: waiting, answered: 1, archived: 0, spam: 0 };
  const mails = { failed: 0, waiting: 0 };
  answerCalls(() => Response.json({ messages: [], counts, mails }));
  const routeTree = createRootRoute({ component: () => <InboxBlock onErased={() => {}} /> });
  const history = createMemoryHistory({ initialEntries: ['/admin'] });
  // biome-ignore lint/suspicious/noExplicitAny: the type of every router is that of the whole site
  const router = createRouter({ routeTree, history }) as any;
  await show(<RouterProvider router={router} />, { language, texts: ['admin'] });
}

test.each([
  ['en', 'Spam', 'No messages with this status'],
  ['nl', 'Ongewenst', 'Geen berichten met deze status'],
] as const)(
  'an empty part of the inbox does not say that nothing waits (%s)',
  async (language, spam, none) => {
    await open(2, language);
    fireEvent.click(await screen.findByRole('radio', { name: new RegExp(spam) }));
    expect(await screen.findByText(none)).toBeDefined();
    expect(screen.queryByText(/Nothing is open|staat niets open/)).toBeNull();
  },
);

test('where nothing is new, the whole inbox and its new part say so', async () => {
  await open(0);
  expect(await screen.findByText(/^Nothing is open/)).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: /^New/ }));
  await waitFor(() => expect(screen.getByText(/^Nothing is open/)).toBeDefined());
  fireEvent.click(screen.getByRole('radio', { name: /^Archived/ }));
  expect(await screen.findByText('No messages with this status')).toBeDefined();
});

/** An inbox whose archive holds one message, which the list of all has not (it is too old for the first page). */
async function openAt(address: string) {
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
  answerCalls(({ path }) =>
    Response.json({
      messages: path.includes('archived') ? [message] : [],
      counts,
      mails: { failed: 0, waiting: 0 },
    }),
  );
  const routeTree = createRootRoute({ component: () => <InboxBlock onErased={() => {}} /> });
  const history = createMemoryHistory({ initialEntries: [address] });
  // biome-ignore lint/suspicious/noExplicitAny: the type of every router is that of the whole site
  const router = createRouter({ routeTree, history }) as any;
  await show(<RouterProvider router={router} />, { language: 'en', texts: ['admin'] });
  return history;
}

test('a message that the address names and the list has not does not open by itself in another list', async () => {
  const history = await openAt('/admin?message=m1');
  fireEvent.click(await screen.findByRole('radio', { name: /^Archived/ }));
  expect(await screen.findByText('Old question')).toBeDefined();
  expect(screen.getByRole('table')).toBeDefined();
  expect(history.location.search).toBe('');
});
