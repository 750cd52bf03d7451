import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConfirmInterest, Unsubscribe } from '#ui/src/features/notify-me/index.ts';
import { NotifyConfirmPage } from '#ui/src/pages/notify-confirm.tsx';
import { errorResponse, respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(() => {
  restoreNetwork();
  vi.restoreAllMocks();
});

test.each([
  ['nl', 'Deze link werkt niet meer.', 'Stap twee van twee.'],
  ['en', 'This link no longer works.', 'Step two of two.'],
] as const)(
  'a link that ended has a title of its own, and no step (%s)',
  async (language, ended, step) => {
    const options = { language, texts: ['notify-confirm'] } as const;
    const title = () =>
      screen.getByRole('heading', { level: 1 }).textContent?.replaceAll(/\s+/g, ' ');
    const form = { values: {}, fields: {}, error: 'notify_link_expired' };
    await show(<NotifyConfirmPage />, { ...options, form });
    expect(title()).toBe(ended);
    expect(screen.queryByRole('img')).toBeNull();

    await show(<NotifyConfirmPage />, { ...options, form: { values: {}, fields: {} } });
    expect(title()).toBe(step);
    expect(screen.getByRole('img')).toBeDefined();
  },
);

const invalid = () => errorResponse(410, 'notify_link_invalid');
const done = () => new Response(null, { status: 204 });

describe('a link that confirms', () => {
  let ended: string[] = [];
  async function open(redirectTo: string | null) {
    ended = [];
    const onEnd = (outcome: string) => ended.push(outcome);
    await show(<ConfirmInterest token="secret" redirectTo={redirectTo} onEnd={onEnd} />, {
      language: 'en',
      texts: ['notify-confirm'],
    });
  }
  const goOn = () => screen.getByRole('link').getAttribute('href');

  test('is used once its page is seen, as programs that open links show none', async () => {
    const calls = respondToCalls(done);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const turn = () => act(async () => document.dispatchEvent(new Event('visibilitychange')));
    await open(null);
    await turn();
    expect(calls).toEqual([]);
    expect(screen.getByRole('button', { name: 'Confirm my address' })).toBeDefined();
    visibility.mockReturnValue('visible');
    await turn();
    await turn();
    expect(calls).toEqual([
      { method: 'POST', path: '/api/notify/confirm', body: { token: 'secret' } },
    ]);
    expect(screen.getByRole('status').textContent).toContain('You’re on the list');
    expect(document.activeElement).toBe(screen.getByRole('status'));
    expect(ended).toEqual(['done']);
    expect(JSON.stringify(history.state)).not.toContain('secret');
  });

  test.each([
    [null, '/shop', /the program is ready/],
    ['https://site.example/shop/mind-body-12', '/shop/mind-body-12', /the program is ready/],
    ['https://site.example/blog', '/blog', /the next article is out/],
    ['https://evil.example/', '/shop', /the program is ready/],
  ])('for %s leads to %s', async (redirectTo, path, said) => {
    respondToCalls(done);
    await open(redirectTo);
    expect(await screen.findByText(said)).toBeDefined();
    expect(goOn()).toBe(path);
  });

  test.each([
    [() => errorResponse(409, 'notify_link_used'), 'used', 'status', 'already confirmed'],
    [invalid, 'expired', 'alert', 'Ask for a new link'],
  ] as const)('says that it did nothing (%#)', async (response, outcome, role, title) => {
    respondToCalls(response);
    await open('https://site.example/blog');
    await waitFor(() => expect(ended).toEqual([outcome]));
    expect(screen.getByRole(role).textContent).toContain(title);
    expect(goOn()).toBe('/blog');
  });

  test('that the server did not get can be sent again', async () => {
    const responses = [new Response('', { status: 503 }), done()];
    const calls = respondToCalls(() => responses.shift());
    await open(null);
    expect((await screen.findByRole('alert')).textContent).toContain('isn’t confirmed yet');
    expect(ended).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(ended).toEqual(['done']));
    expect(calls).toHaveLength(2);
  });
});

describe('a link that unsubscribes', () => {
  const open = () =>
    show(<Unsubscribe token="secret" />, { language: 'en', texts: ['notify-unsubscribe'] });

  test('is used by a press only, which can be repeated when it failed', async () => {
    const responses = [undefined, done()];
    const calls = respondToCalls(() => responses.shift());
    await open();
    const button = screen.getByRole('button');
    expect(calls).toEqual([]);
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByRole('alert')).toBeDefined();
    fireEvent.click(screen.getByRole('button'));
    const status = await screen.findByRole('status');
    await waitFor(() => expect(document.activeElement).toBe(status));
    expect(calls).toEqual(
      Array(2).fill({
        method: 'POST',
        path: '/api/notify/unsubscribe',
        body: { token: 'secret' },
      }),
    );
  });

  test('that is wrong says so, and is not tried again', async () => {
    respondToCalls(invalid);
    await open();
    fireEvent.click(screen.getByRole('button'));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
