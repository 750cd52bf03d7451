import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmLink, ExpiredLink } from '#ui/src/features/auth/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { keeper } from '#ui/src/session/compose.ts';
import {
  errorResponse,
  respondToCalls,
  restoreNetwork,
  sessionOf,
} from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  restoreNetwork();
  vi.restoreAllMocks();
});

const link = { token: 'hash', type: 'magiclink', redirectTo: '/', isOwn: true };

/** Opens a mailed link that the server responds to. */
async function open(given: Partial<typeof link>, response: () => Response | undefined) {
  const calls = respondToCalls(({ path }) => (path.endsWith('/verify') ? response() : undefined));
  const ended: string[] = [];
  const component = () => (
    <>
      <ConfirmLink link={{ ...link, ...given }} onExpired={() => ended.push('expired')} />
      <Toasts />
    </>
  );
  const history = createMemoryHistory({ initialEntries: ['/auth/confirm'] });
  const root = createRootRoute({ component, notFoundComponent: component });
  const router = createRouter({ routeTree: root, history });
  await router.load();
  await show(<RouterProvider router={router as never} />, {
    language: 'en',
    texts: ['auth', 'auth-confirm'],
  });
  const press = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^(Confirm|Choose|Continue)/ }));
  };
  return { calls, ended, press, where: () => history.location.href };
}
const session = (more: object = {}) => ({ ...sessionOf('ann@example.com'), ...more });
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;

test.each([
  ['magiclink', '/blog?x=1', '/blog?x=1', 'signed_in'],
  ['invite', `${location.origin}/shop`, '/shop', 'signed_in'],
  ['magiclink', 'https://evil.example/shop', '/', 'signed_in'],
  ['magiclink', '//evil.example', '/', 'signed_in'],
  ['magiclink', '/%2Fevil.example', '/', 'signed_in'],
  ['magiclink', 'http://[', '/', 'signed_in'],
  ['signup', '/shop', '/shop', 'signed_in'],
  ['recovery', '/shop', '/auth/reset', 'password_recovery'],
  ['email_change', '/shop', '/account', 'user_updated'],
])('a link of type %s that leads to %s opens %s', async (type, redirectTo, path, event) => {
  const { calls, press, where } = await open({ type, redirectTo }, () => Response.json(session()));
  const events: string[] = [];
  const stop = keeper.subscribe((name) => events.push(name));
  await press();
  await waitFor(() => expect(where()).toBe(path));
  stop();
  expect(calls[0]).toMatchObject({ path: '/auth/v1/verify', body: { type, token_hash: 'hash' } });
  expect(events).toContain(event);
  expect(keeper.current()?.user.email).toBe('ann@example.com');
});

test.each([
  ['signup', /confirmed/i],
  ['email_change', /changed/i],
  ['magiclink', undefined],
])('a confirmed address is said: %s', async (type, said) => {
  for (const toast of document.querySelectorAll('.toast button')) fireEvent.click(toast);
  const { press, where } = await open({ type }, () => Response.json(session()));
  await press();
  await waitFor(() => expect(where()).not.toBe('/auth/confirm'));
  if (said) await waitFor(() => expect(lastToast()).toMatch(said));
  else expect(lastToast()).toBeUndefined();
});

test.each([
  ['magiclink', '/auth?redirect=%2Fshop'],
  ['recovery', '/auth/reset'],
])('where a second factor is needed, a link of type %s leads to %s', async (type, path) => {
  const factors = [{ id: 'f1', factor_type: 'totp', status: 'verified' }];
  const { user } = session();
  const { press, where } = await open({ type, redirectTo: '/shop' }, () =>
    Response.json(session({ aal: 'aal1', user: { ...user, factors } })),
  );
  await press();
  await waitFor(() => expect(where()).toBe(path));
});

test('the first of two confirmations says what to do next, and signs nobody in', async () => {
  const { press, where } = await open({ type: 'email_change' }, () => Response.json({ msg: '' }));
  await press();
  expect(await screen.findByText('One address confirmed')).toBeDefined();
  expect(where()).toBe('/auth/confirm');
  expect(keeper.current()).toBeUndefined();
});

test('a link that has expired gives way to a new one, another error leaves it for a second try', async () => {
  const responses = [errorResponse(500, 'unexpected_failure'), errorResponse(403, 'otp_expired')];
  const { press, ended } = await open({}, () => responses.shift());
  await press();
  expect(await screen.findByText('An error occurred. Please try again.')).toBeDefined();
  expect(ended).toEqual([]);
  await press();
  await waitFor(() => expect(ended).toEqual(['expired']));
});

test('a link that another program asked for is opened at the auth service', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  const redirectTo = 'https://app.example/x';
  const { calls, press } = await open({ isOwn: false, redirectTo }, () => undefined);
  await press();
  expect(assign).toHaveBeenCalledExactlyOnceWith(
    '/auth/v1/verify?token=hash&type=magiclink&redirect_to=https%3A%2F%2Fapp.example%2Fx',
  );
  expect(calls).toEqual([]);
});

test.each([
  ['signup', 'Send new email', '/auth/v1/resend', { type: 'signup' }],
  ['recovery', 'Send recovery link', '/auth/v1/recover?', {}],
])('instead of an expired link of type %s another is sent', async (type, name, path, body) => {
  const calls = respondToCalls(() => Response.json({}));
  await show(<ExpiredLink type={type} wasPressed />, {
    language: 'en',
    texts: ['auth', 'auth-confirm'],
  });
  expect(document.activeElement?.textContent).toContain('This link has expired');
  const field = screen.getByLabelText('Email');
  fireEvent.input(field, { target: { value: 'Ann@example.com' } });
  fireEvent.click(screen.getByRole('button', { name }));
  expect(await screen.findByText(/ann@example\.com/)).toBeDefined();
  expect(calls[0]?.path).toContain(path);
  expect(calls[0]?.body).toMatchObject({ ...body, email: 'ann@example.com' });
});

test('instead of an expired link of another kind one signs in', async () => {
  await show(<ExpiredLink type="magiclink" wasPressed={false} />, {
    language: 'en',
    texts: ['auth', 'auth-confirm'],
  });
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth');
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});
