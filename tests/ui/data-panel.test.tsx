import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DataPanel } from '#ui/src/features/account/index.ts';
import { errorResponse, respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

async function open() {
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
  return { dialog, field };
}

test('a cancelled deletion keeps neither the password nor the error', async () => {
  respondToCalls(() => undefined);
  const { dialog, field } = await open();
  fireEvent.click(dialog.getByRole('button', { name: 'Show what you type' }));
  fireEvent.submit(field());
  await dialog.findByRole('alert');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog.queryByRole('alert', { hidden: true })).toBeNull());
  expect([field().value, field().type]).toEqual(['', 'password']);
});

test('nor does it get the error that comes after it was cancelled', async () => {
  const held = Promise.withResolvers<Response>();
  respondToCalls(() => held.promise);
  const { dialog, field } = await open();
  fireEvent.submit(field());
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  await waitFor(() => expect(send.disabled).toBe(true));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  held.resolve(errorResponse(400, 'invalid_credentials'));
  await waitFor(() => expect(send.disabled).toBe(false));
  expect(dialog.queryByRole('alert', { hidden: true })).toBeNull();
});
