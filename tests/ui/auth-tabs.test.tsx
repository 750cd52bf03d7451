import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AuthPage } from '#ui/src/pages/auth.tsx';
import { show } from '../support/show.tsx';

test('the e-mail address that was typed is kept from one tab to the other', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: AuthPage }),
    history: createMemoryHistory(),
  });
  await router.load();
  await show(<RouterProvider router={router as never} />, {
    language: 'en',
    texts: ['auth', 'mfa'],
  });
  const field = async () =>
    within(await screen.findByRole('tabpanel')).findByLabelText('Email', { exact: true });
  for (const [tab, typed] of [
    ['Sign up', 'ann@example.com'],
    ['Sign in', 'ann@example.org'],
  ] as const) {
    fireEvent.input(await field(), { target: { value: typed } });
    fireEvent.click(screen.getByRole('tab', { name: tab }));
    expect(await field()).toHaveProperty('value', typed);
  }
});
