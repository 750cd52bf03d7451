import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DataPanel } from '#ui/src/features/account/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

test('a cancelled deletion keeps neither the password nor the error', async () => {
  respondToCalls(() => undefined);
  const router = createRouter({
    routeTree: createRootRoute({ component: DataPanel }),
    history: createMemoryHistory(),
  });
  await router.load();
  const texts = ['account', 'auth', 'mfa'] as const;
  await show(<RouterProvider router={router as never} />, { language: 'en', texts });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(screen.getByRole('dialog'));
  const field = () => dialog.getByLabelText<HTMLInputElement>('Password', { exact: true });
  fireEvent.input(field(), { target: { value: 'Sterk-Wachtwoord-9!' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Show what you type' }));
  fireEvent.submit(field());
  await dialog.findByRole('alert');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog.queryByRole('alert', { hidden: true })).toBeNull());
  expect([field().value, field().type]).toEqual(['', 'password']);
});
