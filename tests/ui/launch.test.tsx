import type { Interests } from '@coachsite/adapters/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { NotifyMeBlock } from '#ui/src/features/admin/index.ts';
import { NotifyMeList } from '#ui/src/features/admin/waiting-lists/list.tsx';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(() => {
  restoreNetwork();
  vi.useRealTimers();
});

const at = '2026-11-03T12:00:00.000Z';
const interest = (email: string, announcedAt: string | null) => ({
  email,
  programId: 'mind-body-12',
  language: 'nl' as const,
  textVersion: 'v',
  askedAt: at,
  confirmedAt: at,
  announcedAt,
  launchQueued: false,
});
const waiting = [interest('ann@example.com', null), interest('bob@example.com', null)];
const mailed = [interest('cas@example.com', at)];

const launch = {
  programId: 'mind-body-12',
  startedAt: at,
  perHour: 60,
  isPaused: false,
  sent: 3,
  waiting: 2,
  failed: 1,
  endsAt: '2026-11-03T14:30:00.000Z',
};

async function open(
  language: 'nl' | 'en',
  interests: ReturnType<typeof interest>[],
  launches: (typeof launch)[] = [],
  newestArticleAt: string | null = null,
) {
  let reads = 0;
  await show(
    <>
      <NotifyMeList
        interests={interests}
        launches={launches}
        newestArticleAt={newestArticleAt}
        onAnnounced={() => (reads += 1)}
      />
      <Toasts />
    </>,
    { language, texts: ['admin', 'programs'] },
  );
  return { reads: () => reads };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;

test.each([
  [
    'nl',
    '2 adressen wachten',
    'Kondig de lancering aan van 12 weken lichaam en geest',
    'Verstuur',
    'Aangekondigd: 2 mails zijn onderweg.',
  ],
  [
    'en',
    '2 addresses waiting',
    'Announce the launch of 12-week mind and body',
    'Send',
    'Announced: 2 emails are on their way.',
  ],
] as const)(
  'a launch is announced once, after one confirmation (%s)',
  async (language, status, button, send, done) => {
    let respond = (_: Response) => {};
    const calls = respondToCalls(
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const { reads } = await open(language, waiting);
    expect(screen.getByText(status)).toBeTruthy();
    press(button);
    expect(calls).toEqual([]);
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('2');
    fireEvent.click(within(dialog).getByRole('button', { name: send }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls).toMatchObject([
      {
        method: 'POST',
        path: '/api/admin/notify/launch',
        body: { programId: 'mind-body-12', perHour: 120 },
      },
    ]);
    const busy = screen.getByRole<HTMLButtonElement>('button', { name: button });
    expect([busy.disabled, busy.getAttribute('aria-busy')]).toEqual([true, 'true']);
    respond(Response.json({ queued: 2 }, { status: 202 }));
    await waitFor(() => expect(lastToast()).toBe(done));
    expect(reads()).toBe(1);
  },
);

test('a launch that is asked for in the moment in which its question was cancelled asks again', async () => {
  await open('en', waiting);
  press('Announce the launch of 12-week mind and body');
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  // Browsers close a dialog at once and send the event of it later.
  dialog.open = false;
  press('Announce the launch of 12-week mind and body');
  fireEvent(dialog, new Event('close'));
  expect([dialog.isConnected, dialog.open]).toEqual([true, true]);
  dialog.open = false;
  fireEvent(dialog, new Event('close'));
  expect(dialog.isConnected).toBe(false);
});

test('mailed interests are counted separately and cannot be mailed again', async () => {
  await open('en', mailed);
  expect(screen.getByText(/^Announced to 1 address, .*2026/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Announce the launch/ })).toBeNull();
});

test.each([
  [Response.json({ queued: 0 }, { status: 202 }), 'Everyone on the list knew already.'],
  [undefined, 'An error occurred. Please try again.'],
])('a response that changed nothing is reported', async (response, said) => {
  respondToCalls(() => response);
  const { reads } = await open('en', waiting);
  press('Announce the launch of 12-week mind and body');
  press('Send');
  await waitFor(() => expect(lastToast()).toBe(said));
  expect(reads()).toBe(1);
});

test('before a launch one sees the mail in both languages and on both screens, and tests it', async () => {
  const calls = respondToCalls(({ path }) =>
    path.endsWith('/test')
      ? Response.json({ to: 'coach@example.com' }, { status: 202 })
      : undefined,
  );
  await open('en', waiting);
  press('Announce the launch of 12-week mind and body');
  const dialog = within(screen.getByRole('dialog'));
  const shown = () =>
    new URL(dialog.getByTitle<HTMLIFrameElement>('The email as it will be sent').src).search;
  expect(shown()).toBe('?programId=mind-body-12&language=en&scheme=light');
  fireEvent.click(dialog.getByRole('radio', { name: 'Nederlands' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Dark' }));
  expect(shown()).toBe('?programId=mind-body-12&language=nl&scheme=dark');
  fireEvent.click(dialog.getByRole('button', { name: 'Email me a test' }));
  await waitFor(() =>
    expect(dialog.getByRole('status').textContent).toBe(
      'The test is on its way to coach@example.com.',
    ),
  );
  expect(calls).toMatchObject([
    { path: '/api/admin/notify/launch/test', body: { programId: 'mind-body-12', language: 'nl' } },
  ]);
});

test('a launch can go at once, and one says how long it takes', async () => {
  const calls = respondToCalls(() => Response.json({ queued: 2 }, { status: 202 }));
  await open(
    'en',
    Array.from({ length: 61 }, (_, n) => interest(`p${n}@example.com`, null)),
  );
  press('Announce the launch of 12-week mind and body');
  const pace = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Pace' });
  fireEvent.change(pace, { target: { value: '60' } });
  expect(screen.getByText('That takes about 1 h.')).toBeTruthy();
  fireEvent.change(pace, { target: { value: '' } });
  expect(screen.queryByText(/That takes/)).toBeNull();
  press('Send');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls).toMatchObject([{ body: { programId: 'mind-body-12', perHour: null } }]);
});

test.each([
  [false, 'pause', 'Pause the launch of 12-week mind and body', 'The announcement is paused.'],
  [true, 'resume', 'Resume the launch of 12-week mind and body', 'The announcement goes on.'],
  [
    false,
    'stop',
    'Stop the launch of 12-week mind and body',
    'The announcement is stopped. Those who have had no email stay on the list.',
  ],
])(
  'a launch under way shows how far it is and takes a change',
  async (isPaused, change, button, said) => {
    const calls = respondToCalls(() => new Response(null, { status: 204 }));
    const { reads } = await open('en', waiting, [{ ...launch, isPaused }]);
    const bar = screen.getByRole('progressbar', { name: 'Launch of 12-week mind and body' });
    expect(bar.getAttribute('aria-valuetext')).toBe('3 of 6 sent, 2 waiting, 1 failed');
    expect(screen.queryByRole('button', { name: /^Announce/ })).toBeNull();
    press(button);
    await waitFor(() => expect(lastToast()).toBe(said));
    expect(calls).toMatchObject([
      {
        method: 'PATCH',
        path: '/api/admin/notify/launch',
        body: { programId: 'mind-body-12', change },
      },
    ]);
    expect(reads()).toBe(1);
  },
);

test.each([
  ['nl', 'Mail het nieuwe artikel', 'Het nieuwe artikel mailen?'],
  ['en', 'Email the new article', 'Email the new article?'],
] as const)(
  'a new article is announced to those who confirmed before it was there (%s)',
  async (language, action, title) => {
    const reader = (email: string, confirmedAt: string) => ({
      ...interest(email, null),
      programId: 'next-article',
      confirmedAt,
    });
    const lists = [
      reader('early@example.com', '2026-11-01T09:00:00.000Z'),
      reader('late@example.com', '2026-11-20T09:00:00.000Z'),
    ];
    await open(language, lists);
    expect(screen.queryByRole('button', { name: action })).toBeNull();
    cleanup();
    await open(language, lists, [], '2026-11-16T23:00:00.000Z');
    press(action);
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog.textContent).toContain(
      language === 'nl' ? '1 bevestigd adres' : '1 confirmed address',
    );
  },
);

let polls = 0;

/** The block of lists that never change, as its page keeps it: each read brings new data. */
function Polled({ lists }: { readonly lists: Interests }) {
  const [data, setData] = useState(lists);
  const reload = useCallback(() => {
    polls += 1;
    setData({ ...lists });
  }, [lists]);
  return <NotifyMeBlock block={{ data, hasFailed: false, isLoading: false, reload }} />;
}

const leaving = { ...interest('dan@example.com', null), launchQueued: true };

test.each([
  ['a mail is on its way', { interests: [leaving] }, [5, 6]],
  ['a launch is under way', { launches: [launch] }, [5, 6]],
  ['a launch is paused', { launches: [{ ...launch, isPaused: true }] }, [0, 0]],
  ['nothing leaves', {}, [0, 0]],
])('while %s the lists are read again as often as that may change them', async (...row) => {
  const [, more, expected] = row;
  vi.useFakeTimers();
  polls = 0;
  const lists = { interests: waiting, launches: [], newestArticleAt: null, ...more };
  await show(<Polled lists={lists as Interests} />, { texts: ['admin', 'programs'] });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1)
      await act(() => vi.advanceTimersByTimeAsync(1000));
  };
  await pass(44);
  expect(polls).toBe(expected[0]);
  await pass(2);
  expect(polls).toBe(expected[1]);
});

test('of a long list the first addresses are shown, and all on request', async () => {
  const interests = Array.from({ length: 6 }, (_, n) => interest(`p${n}@example.com`, null));
  const lists = { interests, launches: [], newestArticleAt: null } as Interests;
  await show(<Polled lists={lists} />, { language: 'en', texts: ['admin', 'programs'] });
  expect(screen.getAllByText(/@example/)).toHaveLength(5);
  expect(screen.getByText('5 of 6 shown')).toBeDefined();
  fireEvent.click(screen.getByText('Show all 6'));
  expect(screen.getAllByText(/@example/)).toHaveLength(6);
  expect(screen.queryByText('Show all 6')).toBeNull();
});
