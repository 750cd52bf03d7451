import { fireEvent, screen } from '@testing-library/react';
import { err } from 'neverthrow';
import { afterEach, expect, test } from 'vitest';
import { PasswordPanel } from '#ui/src/features/account/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

test('a code that could not be mailed is an error that is shown', async () => {
  respondToCalls(() => undefined);
  const user = { id: 'x', email: 'ann@example.com' };
  const change = async () => err({ kind: 'reauthentication_needed' });
  const page = (
    <>
      <PasswordPanel account={{ user, change } as never} />
      <Toasts />
    </>
  );
  await show(page, { language: 'en', texts: ['account', 'auth'] });
  const field = screen.getByLabelText('New password');
  fireEvent.input(field, { target: { value: 'Sterk-Wachtwoord-9!' } });
  fireEvent.submit(field);
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred');
});
