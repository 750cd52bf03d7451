import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { err } from 'neverthrow';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DataPanel, PasswordPanel } from '#ui/src/features/account/index.ts';
import { MailCode, ResetForm } from '#ui/src/features/auth/index.ts';
import { CodeField } from '#ui/src/features/mfa/index.ts';
import { errorResponse, respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const password = 'Sterk-Wachtwoord-9!';
const codeNeeded = () => errorResponse(400, 'reauthentication_needed');

/** Puts a text into a field as a browser does, which cuts a pasted one to the length the field allows. */
function paste(field: HTMLInputElement, text: string) {
  const { maxLength } = field;
  fireEvent.input(field, { target: { value: maxLength < 0 ? text : text.slice(0, maxLength) } });
}

async function open(part: () => ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: part }),
    history: createMemoryHistory(),
  });
  await router.load();
  await show(<RouterProvider router={router as never} />, {
    language: 'en',
    texts: ['account', 'auth', 'auth-reset', 'mfa'],
  });
}

/** Opens the field, and returns what was sent. */
const forms: [name: string, open: () => Promise<() => unknown>][] = [
  [
    'that signs in by mail',
    async () => {
      const verify = vi.fn(async (_: string) => err({ kind: 'otp_expired' } as never));
      await open(() => <MailCode action="Go" verify={verify} onConfirmed={() => {}} />);
      return () => verify.mock.lastCall?.[0];
    },
  ],
  [
    'beside a new password in the account',
    async () => {
      respondToCalls(() => undefined);
      const change = vi.fn(async (_: { nonce?: string }) =>
        err({ kind: 'reauthentication_needed' }),
      );
      const account = { user: { email: 'ann@example.com' }, change } as never;
      await open(() => <PasswordPanel account={account} />);
      const field = await screen.findByLabelText('New password');
      fireEvent.input(field, { target: { value: password } });
      fireEvent.submit(field);
      return () => change.mock.lastCall?.[0].nonce;
    },
  ],
  [
    'beside a new password after recovery',
    async () => {
      const calls = respondToCalls(({ method }) => (method === 'PUT' ? codeNeeded() : undefined));
      await open(() => <ResetForm email="ann@example.com" onCodeNeeded={() => {}} />);
      const field = await screen.findByLabelText('New password');
      fireEvent.input(field, { target: { value: password } });
      fireEvent.submit(field);
      return () =>
        (calls.findLast(({ method }) => method === 'PUT')?.body as { nonce?: string })?.nonce;
    },
  ],
  [
    'that deletes an account',
    async () => {
      const calls = respondToCalls(({ method, path }) =>
        path.endsWith('/reauthenticate') && method === 'GET' ? Response.json({}) : undefined,
      );
      await open(() => <DataPanel />);
      fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
      fireEvent.click(screen.getByText(/no password/i));
      return () =>
        (calls.findLast(({ method }) => method === 'DELETE')?.body as { nonce?: string })?.nonce;
    },
  ],
];

describe.each(forms)('a pasted code %s', (_, start) => {
  test.each(['123 456', '123-456', ' 1 2 3 – 4 5 6 ', '\u200e\u202a123\u2060456\u200b'])(
    'arrives whole: "%s"',
    async (text) => {
      const sent = await start();
      const field = await waitFor(() => {
        const found = document.querySelector<HTMLInputElement>('[autocomplete="one-time-code"]');
        if (!found) throw new Error('There is no field yet');
        return found;
      });
      paste(field, text);
      fireEvent.submit(field);
      await waitFor(() => expect(sent()).toBe('123456'));
    },
  );
});

test('a code that a keyboard or a password manager puts into the first of six cells fills all', async () => {
  const typed = vi.fn();
  await show(<CodeField id="code" code={' '.repeat(6)} onChange={typed} />, { texts: ['mfa'] });
  const [first] = screen.getAllByRole<HTMLInputElement>('textbox');
  if (first) paste(first, '123-456');
  expect(typed).toHaveBeenLastCalledWith('123456');
});
