import {
  type AnyRouter,
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { AuthPage } from '#ui/src/pages/auth.tsx';
import { keeper } from '#ui/src/session/compose.ts';
import { respondToCalls, restoreNetwork, sessionOf } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

async function showRouter(router: Pick<AnyRouter, 'load'>) {
  await router.load();
  await show(<RouterProvider router={router as never} />, {
    language: 'en',
    texts: ['auth', 'mfa'],
  });
}

async function open() {
  const router = createRouter({
    routeTree: createRootRoute({ component: AuthPage }),
    history: createMemoryHistory(),
  });
  await showRouter(router);
}

const field = async () =>
  within(await screen.findByRole('tabpanel')).findByLabelText('Email', { exact: true });
const type = async (email: string) => fireEvent.input(await field(), { target: { value: email } });

test('the e-mail address that was typed is kept from one tab to the other', async () => {
  await open();
  for (const [tab, typed] of [
    ['Sign up', 'ann@example.com'],
    ['Sign in', 'ann@example.org'],
  ] as const) {
    await type(typed);
    fireEvent.click(screen.getByRole('tab', { name: tab }));
    expect(await field()).toHaveProperty('value', typed);
  }
});

describe('a response to a step that was left meanwhile does not take the form away', () => {
  test.each([
    [
      'of signing up',
      async () => {
        fireEvent.click(await screen.findByRole('tab', { name: 'Sign up' }));
        await type('ann@example.com');
        const password = screen.getByLabelText('Password', { exact: true });
        fireEvent.input(password, { target: { value: 'Sterk-Wachtwoord-9!' } });
        fireEvent.submit(password);
      },
      () => screen.getByRole('tab', { name: 'Sign in' }),
    ],
    [
      'of a forgotten password',
      async () => {
        await type('ann@example.com');
        fireEvent.click(screen.getByText('Forgot password?'));
        const button = await screen.findByRole('button', { name: 'Send recovery link' });
        fireEvent.click(button);
      },
      () => screen.getByText('Back to sign in'),
    ],
  ])('%s', async (_, send, back) => {
    const held = Promise.withResolvers<Response>();
    const calls = respondToCalls(({ path }) =>
      /signup|recover/.test(path) ? held.promise : undefined,
    );
    await open();
    await send();
    await waitFor(() => expect(calls.length).toBeGreaterThan(0));
    fireEvent.click(back());
    await type('ann@example.org');
    await act(async () => held.resolve(Response.json({})));
    await waitFor(() => expect(screen.queryByText('Check your inbox')).toBeNull());
    expect(await field()).toHaveProperty('value', 'ann@example.org');
  });
});

test('a sign-in that takes long does not take the visitor away from the page opened meanwhile', async () => {
  const held = Promise.withResolvers<Response>();
  const calls = respondToCalls(({ path }) =>
    path.includes('grant_type=password') ? held.promise : undefined,
  );
  history.replaceState({}, '', '/auth');
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/auth', component: AuthPage }),
    createRoute({ getParentRoute: () => root, path: '/blog', component: () => <p>Blog</p> }),
    createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Home</p> }),
  ];
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createBrowserHistory(),
  });
  await showRouter(router);
  await type('ann@example.com');
  const password = screen.getByLabelText('Password', { exact: true });
  fireEvent.input(password, { target: { value: 'Sterk-Wachtwoord-9!' } });
  fireEvent.submit(password);
  await waitFor(() => expect(calls.at(-1)?.path).toContain('grant_type=password'));
  await act(() => router.navigate({ href: '/blog' }));
  await act(async () => held.resolve(Response.json(sessionOf('ann@example.com'))));
  await waitFor(() => expect(keeper.current()).toBeDefined());
  await act(async () => {});
  expect(location.pathname).toBe('/blog');
  keeper.forget();
});
