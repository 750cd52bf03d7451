import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ok } from 'neverthrow';
import { afterEach, expect, test, vi } from 'vitest';
import { SessionsPanel } from '#ui/src/features/account/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { VisitorProvider } from '#ui/src/session/visitor.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

/** The panel of somebody's account; what is changed about it comes back as it was sent. */
function panel(isAdmin = false, change = vi.fn(async (_: object) => ok({}))) {
  const user = { id: 'u', user_metadata: {} };
  return (
    <VisitorProvider value={{ user, isAdmin } as never}>
      <SessionsPanel account={{ user, change } as never} />
    </VisitorProvider>
  );
}

afterEach(restoreNetwork);

const day = (date: number) => new Date(Date.UTC(2026, 0, date)).toISOString();

/** Sessions on `count` devices; the current one was used least recently. */
const sessionsOn = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `session-${index}`,
    isCurrent: index === 0,
    startedAt: day(1),
    usedAt: day(index + 1),
    ip: `192.0.2.${index + 1}`,
    userAgent: 'Mozilla/5.0 (X11; Linux x64) Firefox/150.0',
    aal: 'aal1',
  }));

async function open(count: number, language: 'nl' | 'en' = 'en') {
  respondToCalls(() => Response.json({ sessions: sessionsOn(count) }));
  const page = (
    <>
      {panel()}
      <Toasts />
    </>
  );
  await show(page, { language, texts: ['account', 'mfa'] });
  await screen.findByText(/192\.0\.2\.1$/);
}

const ipEndings = () =>
  screen.getAllByText(/192\.0\.2\.\d+$/).map(({ textContent }) => textContent?.split('.').at(-1));

test.each([
  ['en', 'Show all 30 devices'],
  ['nl', 'Toon alle 30 toestellen'],
] as const)(
  'a long list shows this device and the most recent ones, then all (%s)',
  async (language, all) => {
    await open(30, language);
    expect(ipEndings()).toEqual(['1', '30', '29', '28', '27', '26', '25', '24', '23', '22']);
    fireEvent.click(screen.getByRole('button', { name: all }));
    expect(ipEndings()).toHaveLength(30);
    expect(screen.queryByRole('button', { name: all })).toBeNull();
  },
);

test('a list that could not be read can be read again', async () => {
  const lists = [undefined, Response.json({ sessions: [] })];
  respondToCalls(() => lists.shift());
  await show(panel(), { language: 'en', texts: ['account', 'mfa'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/0 devices/)).toBeDefined();
});

test.each([
  ['nl', /2 jan 2026, \d\d\.00/],
  ['en', /2 Jan 2026, \d\d:00/],
] as const)('writes a time as its language does (%s)', async (language, time) => {
  await open(2, language);
  expect(screen.getByText(time)).toBeDefined();
});

test('a short list is complete', async () => {
  await open(10);
  expect(ipEndings()).toHaveLength(10);
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
});

test.each([
  ['en', 'Sign out everywhere', 'Sign out: All other devices'],
  ['nl', 'Log overal uit', 'Log uit: Alle andere toestellen'],
] as const)(
  'nothing offers to end sessions that do not exist (%s)',
  async (language, all, others) => {
    await open(1, language);
    expect(
      screen
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    ).toEqual([all]);
    cleanup();
    await open(2, language);
    expect(screen.getByRole('button', { name: others })).toBeDefined();
  },
);

test('a press signs out that device once, is busy meanwhile, and says so when it failed', async () => {
  await open(2);
  let answer: (response: Response) => void = () => {};
  const requests = respondToCalls(({ method }) =>
    method === 'DELETE'
      ? new Promise<Response>((resolve) => {
          answer = resolve;
        })
      : undefined,
  );
  const button = screen.getByRole('button', { name: /^Sign out: (?!All)/ });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect(requests.map(({ path }) => path)).toEqual(['/api/account/sessions/session-1']);
  answer(new Response('', { status: 500 }));
  await waitFor(() => expect(document.querySelector('.toast')?.textContent).toBeTruthy());
});

test('a list that is overtaken by a newer one does not show again what was ended since', async () => {
  await open(3);
  const lists: PromiseWithResolvers<Response>[] = [];
  respondToCalls(({ method }) => {
    if (method === 'DELETE') return new Response(null, { status: 204 });
    const list = Promise.withResolvers<Response>();
    lists.push(list);
    return list.promise;
  });
  const ends = screen.getAllByRole('button', { name: /^Sign out: (?!All)/ });
  for (const [index, end] of ends.entries()) {
    fireEvent.click(end);
    await waitFor(() => expect(lists).toHaveLength(index + 1));
  }
  lists[1]?.resolve(Response.json({ sessions: sessionsOn(1) }));
  await screen.findByText(/^1 device/);
  lists[0]?.resolve(Response.json({ sessions: sessionsOn(2) }));
  await act(async () => {});
  expect(ipEndings()).toEqual(['1']);
});

test('who wants a mail about a new device says so here, and an admin always gets one', async () => {
  respondToCalls(() => Response.json({ sessions: [] }));
  const change = vi.fn(async (_: object) => ok({}));
  const page = (
    <>
      {panel(false, change)}
      <Toasts />
    </>
  );
  await show(page, { language: 'en', texts: ['account', 'mfa'] });
  fireEvent.click(await screen.findByRole('switch', { name: /Email me about a new device/ }));
  await screen.findByText('We’ll email you about a new device.');
  expect(change).toHaveBeenCalledWith({ data: { new_device_mail: 'on' } });
  cleanup();
  await show(panel(true), { language: 'en', texts: ['account', 'mfa'] });
  const locked = await screen.findByRole<HTMLInputElement>('switch');
  expect([locked.checked, locked.disabled]).toEqual([true, true]);
});
