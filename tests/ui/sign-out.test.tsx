import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Toasts } from '#ui/src/features/notification/index.ts';
import type { Language } from '#ui/src/i18n/index.ts';
import { AuthPage } from '#ui/src/pages/auth.tsx';
import { signOut } from '#ui/src/session/sign-out.ts';
import {
  errorResponse,
  loggedIn,
  respondToCalls,
  restoreNetwork,
  sessionOf,
} from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

/** Signs out while the server responds like this; returns where the visitor goes. */
async function signOutWith(response: Response | undefined, scope?: 'local' | 'global') {
  const calls = respondToCalls(({ path }) => (path.includes('/logout') ? response : undefined));
  const target = await signOut(scope);
  expect(calls.map(({ path }) => path)).toEqual([
    '/rest/v1/rpc/log_security_event',
    `/auth/v1/logout?scope=${scope ?? 'global'}`,
  ]);
  expect(loggedIn(calls)).toEqual(['auth_logout']);
  return target;
}

async function openSignIn(path: string, language: Language = 'en') {
  history.replaceState({}, '', path);
  const router = createRouter({
    routeTree: createRootRoute({ component: AuthPage }),
    history: createMemoryHistory(),
  });
  await router.load();
  const parts = (
    <>
      <RouterProvider router={router as never} />
      <Toasts />
    </>
  );
  await show(parts, { language, texts: ['auth', 'mfa'] });
  await screen.findByLabelText(language === 'en' ? 'Email' : 'E-mail', { exact: true });
}

const toasts = () => [...document.querySelectorAll('.toast')].map((one) => one.textContent);

beforeEach(() => localStorage.setItem('session', JSON.stringify(sessionOf('jan@example.com'))));
afterEach(() => {
  restoreNetwork();
  expect(localStorage.getItem('session')).toBeNull();
  history.replaceState({}, '', '/');
});

test.each([
  ['204', new Response(null, { status: 204 })],
  ['401', errorResponse(401, 'no_authorization')],
  ['403', errorResponse(403, 'session_not_found')],
  ['404', new Response('Not found', { status: 404 })],
])('%s confirms a sign-out (docs/rules.md#8)', async (_status, response) => {
  const target = await signOutWith(response);
  expect(target).toBe('/auth?signed_out=1');
  await openSignIn(target);
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(toasts()).toContain('You’re signed out.'));
  expect(location.search).toBe('');
});

test.each([
  ['500', errorResponse(500, 'unexpected_failure')],
  ['502', new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['429', errorResponse(429, 'over_request_rate_limit')],
  ['no response', undefined],
])(
  '%s does not: the sign-in page says so (docs/rules.md#reading-sign-out)',
  async (_status, response) => {
    await openSignIn(await signOutWith(response));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'You may still be signed in, on this device or another one.',
    );
  },
);

test('a sign-out on this device alone follows the same rule, in Dutch too', async () => {
  await openSignIn(await signOutWith(undefined, 'local'), 'nl');
  expect((await screen.findByRole('alert')).textContent).toContain('Log opnieuw in');
});
