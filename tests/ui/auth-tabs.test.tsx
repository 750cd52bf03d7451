import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { AuthPage } from '#ui/src/pages/auth.tsx';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

async function open() {
  const router = createRouter({
    routeTree: createRootRoute({ component: AuthPage }),
    history: createMemoryHistory(),
  });
  await router.load();
  await show(<RouterProvider router={router as never} />, {
    language: 'en',
    texts: ['auth', 'mfa'],
  });
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
