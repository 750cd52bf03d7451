import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { InboxBlock } from '#ui/src/features/admin/index.ts';
import { Paging } from '#ui/src/features/admin/parts/paging.tsx';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

/** How often the inbox said that it has changed. */
let changes = 0;

/** The inbox at a path, with the given responses of the server. */
async function openAt(
  path: string,
  respond: Parameters<typeof respondToCalls>[0],
  language: 'nl' | 'en' = 'en',
) {
  changes = 0;
  respondToCalls(respond);
  const component = () => (
    <>
      <InboxBlock
        onChanged={() => {
          changes += 1;
        }}
      />
      <Toasts />
    </>
  );
  const routeTree = createRootRoute({ component });
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

const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;

const hourMs = 3_600_000;
/** One moment for all of a message: a millisecond between two readings makes five hours less than five. */
const startMs = Date.now();
const inHours = (hours: number) => new Date(startMs + hours * hourMs).toISOString();

const received = (id: string, more: object = {}) => ({
  id,
  name: 'Ann',
  email: 'ann@example.com',
  subject: `Question ${id}`,
  message: 'Text',
  language: 'en',
  status: 'new',
  flagged: false,
  receivedAt: inHours(-20),
  replyDueAt: inHours(4),
  answeredAt: null,
  ...more,
});

test('each message says how much time is left for its reply, or how it ended', async () => {
  const messages = [
    received('due', { replyDueAt: inHours(3.51) }),
    received('soon', { replyDueAt: inHours(0.51) }),
    received('late', { replyDueAt: inHours(-2.01) }),
    received('answered', { status: 'answered', answeredAt: inHours(-15) }),
    received('spam', { status: 'spam' }),
  ];
  const counts = { new: 3, answered: 1, archived: 0, spam: 1 };
  await openAt('/admin', () =>
    Response.json({ messages, summary: { ...noSummary, new: 3, late: 1 }, counts, mails }),
  );
  await screen.findByText('Question due');
  const timers = screen.getAllByRole('row').map((row) => row.children[3]?.textContent);
  expect(timers.slice(1).map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
    '3 h 30 left',
    '30 min left',
    '2 h late',
    'after 5 h',
    'no reply needed',
  ]);
  expect(screen.getByText('3 new, 1 late')).toBeDefined();
});

test.each([
  [3.51, '4'],
  [-0.3, '+1'],
  [-3.01, '+3'],
])(
  'an open message counts the hours that are left, or that its reply is late (%d)',
  async (hours, shown) => {
    const messages = [received('m1', { replyDueAt: inHours(hours) })];
    const counts = { new: 1, answered: 0, archived: 0, spam: 0 };
    await openAt('/admin?message=m1', () =>
      Response.json({ messages, summary: noSummary, counts, mails }),
    );
    const label = await screen.findByText('hours');
    expect(label.previousElementSibling?.textContent).toBe(shown);
  },
);

test.each([
  [0, 25, '1 to 25 of 55', true, false],
  [25, 25, '26 to 50 of 55', false, false],
  [50, 5, '51 to 55 of 55', false, true],
] as const)('a page of a long list says which it is, and leads on (from %d)', async (...row) => {
  const [offset, shown, said, isFirst, isLast] = row;
  const asked: number[] = [];
  const onGoTo = (to: number) => asked.push(to);
  const paging = <Paging offset={offset} shown={shown} total={55} pageSize={25} onGoTo={onGoTo} />;
  await show(paging, { language: 'en', texts: ['admin'] });
  expect(screen.getByRole('status').textContent).toBe(said);
  const buttons = screen.getAllByRole('button');
  const isOff = buttons.map((button) => button.getAttribute('aria-disabled') === 'true');
  expect(isOff).toEqual([isFirst, isLast]);
  for (const button of buttons) fireEvent.click(button);
  expect(asked).toEqual([...(isFirst ? [] : [offset - 25]), ...(isLast ? [] : [offset + 25])]);
});

test('another part of the inbox begins with its first page', async () => {
  const counts = { new: 30, answered: 1, archived: 0, spam: 0 };
  const paths: string[] = [];
  await openAt('/admin', ({ path }) => {
    paths.push(path);
    const messages = [received('m1')];
    return Response.json({ messages, summary: noSummary, counts, mails });
  });
  fireEvent.click(await screen.findByText('Older'));
  await waitFor(() => expect(paths).toHaveLength(2));
  fireEvent.click(screen.getByDisplayValue('answered'));
  await waitFor(() => expect(paths).toHaveLength(3));
  expect(paths.map((path) => path.replace(/^.*limit=25&/, ''))).toEqual([
    'offset=0',
    'offset=25',
    'offset=0&status=answered',
  ]);
});

test.each([
  ['Archive', 'PATCH', { status: 'archived' }, 'The message has been archived.'],
  ['Mark as answered', 'PATCH', { status: 'answered' }, 'Marked as answered.'],
  ['Spam', 'PATCH', { status: 'spam' }, 'Moved to spam.'],
] as const)('"%s" changes the open message once and leads back to the list', async (...row) => {
  const [name, method, body, said] = row;
  const counts = { new: 1, answered: 0, archived: 0, spam: 0 };
  const inbox = { messages: [received('m1')], summary: noSummary, counts, mails };
  const sent: unknown[] = [];
  const history = await openAt('/admin?message=m1', (request) => {
    if (request.method === 'GET') return Response.json(inbox);
    sent.push(request);
    return Response.json({});
  });
  const button = await screen.findByRole('button', { name });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(lastToast()).toBe(said));
  expect(await screen.findByRole('table')).toBeDefined();
  expect(history.location.search).toBe('');
  expect(sent).toEqual([{ method, path: '/api/admin/messages/m1', body }]);
  expect(changes).toBe(1);
});

test('a change that fails leaves the message open, says so, and reads it again', async () => {
  const counts = { new: 0, answered: 0, archived: 0, spam: 1 };
  const message = received('m1', { status: 'spam' });
  let reads = 0;
  await openAt('/admin?message=m1', ({ method }) => {
    if (method !== 'GET') return new Response('', { status: 500 });
    reads += 1;
    return Response.json({ messages: [message], summary: noSummary, counts, mails });
  });
  const failed = 'An error occurred. Please try again.';
  const button = await screen.findByRole('button', { name: 'Back to new' });
  expect(screen.queryByRole('button', { name: 'Spam' })).toBeNull();
  fireEvent.click(button);
  await waitFor(() => expect(lastToast()).toBe(failed));
  await waitFor(() => expect(reads).toBe(2));
  expect(screen.getByRole('heading', { name: 'Question m1' })).toBeDefined();
  expect(changes).toBe(1);
});

test.each([
  [{ failed: 2, waiting: 1 }, '2 emails were not sent'],
  [{ failed: 0, waiting: 1 }, '1 email is waiting to be sent.'],
  [{ failed: 0, waiting: 0 }, undefined],
])('the inbox says that mails to the coach are missing (%j)', async (trouble, said) => {
  const counts = { new: 1, answered: 0, archived: 0, spam: 0 };
  const messages = [received('m1')];
  await openAt('/admin', () =>
    Response.json({ messages, summary: noSummary, counts, mails: { ...trouble, failures: [] } }),
  );
  await screen.findByText('Question m1');
  const shown = screen.queryAllByText(/email/).map(({ textContent }) => textContent);
  expect(shown[0]).toBe(said);
});
