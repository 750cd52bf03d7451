import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NotifyMeList } from '#ui/src/features/admin/notify-me-list.tsx';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

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

async function open(language: 'nl' | 'en', interests: ReturnType<typeof interest>[]) {
  let reads = 0;
  await show(
    <>
      <NotifyMeList interests={interests} onAnnounced={() => (reads += 1)} />
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
    'De lancering is aangekondigd: 2 mails zijn onderweg.',
  ],
  [
    'en',
    '2 addresses wait',
    'Announce the launch of 12-week mind and body',
    'Send',
    'The launch is announced: 2 emails are on their way.',
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
      { method: 'POST', path: '/api/admin/notify/launch', body: { programId: 'mind-body-12' } },
    ]);
    const busy = screen.getByRole<HTMLButtonElement>('button', { name: button });
    expect([busy.disabled, busy.getAttribute('aria-busy')]).toEqual([true, 'true']);
    respond(Response.json({ queued: 2 }, { status: 202 }));
    await waitFor(() => expect(lastToast()).toBe(done));
    expect(reads()).toBe(1);
  },
);

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
