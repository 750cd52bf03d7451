import type { UnsentMails } from '@coachsite/adapters/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MailsBlock } from '#ui/src/features/admin/index.ts';
import { MailTable } from '#ui/src/features/admin/mails/table.tsx';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

type Mail = UnsentMails['mails'][number];

const waiting: Mail = {
  id: '1',
  to: 'coach@example.com',
  subject: 'Hello',
  state: 'waiting',
  problem: null,
  reason: '',
  codes: '',
  failures: 0,
  canRetry: true,
  enqueuedAt: '2026-11-24T03:03:00.000Z',
  nextTryAt: null,
};
const failed = (id: string, more: Partial<Mail> = {}): Mail => ({
  ...waiting,
  id,
  subject: `Mail ${id}`,
  state: 'failed',
  problem: 'mailbox_full',
  failures: 3,
  ...more,
});

test.each([
  ['nl', false, 'Wordt zo meteen verstuurd.'],
  ['en', false, 'Will be sent in a moment.'],
  ['nl', true, 'Wordt verstuurd zodra de mailserver weer mails aanneemt.'],
  ['en', true, 'Will be sent once the mail server accepts emails again.'],
] as const)(
  'says in %s when an untried mail leaves (paused: %s)',
  async (language, paused, text) => {
    const table = (
      <MailTable mails={[waiting]} paused={paused} busyIds={undefined} onRetry={() => undefined} />
    );
    await show(table, { language, texts: ['admin'] });
    expect(screen.getByText(text)).toBeDefined();
  },
);

/** The mails of a server that rejects a retry of `rejected`, and responds to none before `respond`. */
async function open(mails: readonly Mail[], more: Partial<UnsentMails> = {}, rejected = '') {
  const responded = Promise.withResolvers<void>();
  const count = (state: Mail['state']) => mails.filter((mail) => mail.state === state).length;
  const data = { waiting: count('waiting'), failed: count('failed'), pause: null, mails, ...more };
  const calls = respondToCalls(async ({ method, path }) => {
    if (method === 'GET') return Response.json(data);
    await responded.promise;
    return path.includes(`/${rejected}/`)
      ? new Response('', { status: 500 })
      : Response.json({ id: path });
  });
  const block = (
    <>
      <MailsBlock />
      <Toasts />
    </>
  );
  await show(block, { language: 'en', texts: ['admin'] });
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
  return {
    reads: () => calls.filter(({ method }) => method === 'GET').length,
    respond: responded.resolve,
    retried: () => calls.filter(({ method }) => method === 'POST').map(({ path }) => path),
  };
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;
const pathOf = (id: string) => `/api/admin/mails/${id}/retry`;

test('says why a mail has not left, how often it was tried, and when it is tried again', async () => {
  await open([
    failed('a', { codes: '552 5.2.2', canRetry: false }),
    { ...waiting, problem: 'server_busy', failures: 1, nextTryAt: '2026-01-05T10:00:00.000Z' },
  ]);
  const [gone, tried] = screen.getAllByRole('row').slice(1);
  expect(gone?.textContent).toContain('not sent');
  expect(gone?.textContent).toContain('The recipient’s mailbox is full. It can’t be sent again.');
  expect(gone?.textContent).toContain('3 tries · 552 5.2.2');
  expect(gone?.querySelector('button')).toBeNull();
  expect(tried?.textContent).toMatch(/waiting The mail server can’t cope.*1 try · next try 5 Jan/);
  expect(tried?.querySelector('button')?.textContent).toBe('Try now: Hello');
  expect(screen.getByText('1 not sent, 1 waiting')).toBeDefined();
});

test('without mails it says that all were sent', async () => {
  await open([]);
  expect(screen.getByText('No emails in the queue')).toBeDefined();
  expect(screen.queryByText(/not sent|waiting/)).toBeNull();
});

test('while the mail server takes none, it says why and until when', async () => {
  const pause = { problem: 'too_many', reason: '', until: '2026-01-05T10:00:00.000Z' } as const;
  await open([waiting], { pause });
  expect(screen.getByText(/too many emails.*The next try is 5 Jan 2026/)).toBeDefined();
  expect(screen.getByText('Will be sent once the mail server accepts emails again.')).toBeDefined();
});

test('many mails are shown on request', async () => {
  await open(Array.from({ length: 11 }, (_, n) => failed(`m${n}`)));
  expect(screen.getAllByRole('row')).toHaveLength(11);
  expect(screen.getByText('10 of 11 shown')).toBeDefined();
  fireEvent.click(button('Show all 11'));
  expect(screen.getAllByRole('row')).toHaveLength(12);
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

test('one mail is sent again, and the list is read again', async () => {
  const { retried, reads, respond } = await open([failed('a'), failed('b')]);
  fireEvent.click(button(/^Send again.*Mail b$/));
  respond();
  await waitFor(() => expect(lastToast()).toBe('The email is being sent again.'));
  expect(retried()).toEqual([pathOf('b')]);
  await waitFor(() => expect(reads()).toBe(2));
});

test('all that were given up are sent again, those that wait or cannot be sent are left', async () => {
  const mails = [failed('a'), waiting, failed('gone', { canRetry: false }), failed('b')];
  const { retried, respond } = await open(mails);
  fireEvent.click(button('Send all again'));
  await waitFor(() => expect(button(/^Try now/).disabled).toBe(true));
  expect(button('Send all again').getAttribute('aria-busy')).toBe('true');
  respond();
  await waitFor(() => expect(lastToast()).toBe('2 emails are being sent again.'));
  expect(retried()).toEqual([pathOf('a'), pathOf('b')]);
});

test('a retry that fails ends the others, and the list says what is left', async () => {
  const mails = [failed('a'), failed('b'), failed('c')];
  const { retried, reads, respond } = await open(mails, {}, 'b');
  respond();
  fireEvent.click(button('Send all again'));
  await waitFor(() => expect(lastToast()).toBe('An error occurred. Please try again.'));
  expect(retried()).toEqual([pathOf('a'), pathOf('b')]);
  await waitFor(() => expect(reads()).toBe(2));
});

test('a single mail that was given up is not sent by a button for all', async () => {
  await open([failed('a'), waiting]);
  expect(screen.queryByRole('button', { name: 'Send all again' })).toBeNull();
});
