import { fireEvent, screen, waitFor } from '@testing-library/react';
import { err, ok } from 'neverthrow';
import { afterEach, expect, test, vi } from 'vitest';
import { PasswordPanel } from '#ui/src/features/account/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const fresh = 'Sterk-Wachtwoord-9!';

/** The panel where the server asks for this; the answers to its changes come one after the other. */
async function open(asks: string, ...errors: (string | undefined)[]) {
  let code = false;
  respondToCalls(({ path }) => {
    if (path.endsWith('/account/password')) return Response.json({ asks });
    if (!path.endsWith('/reauthenticate')) return undefined;
    code = true;
    return Response.json({});
  });
  const user = { id: 'x', email: 'ann@example.com' };
  const change = vi.fn(async (_: object) => {
    const kind = errors.shift();
    return kind === undefined ? ok(user) : err({ kind });
  });
  const page = (
    <>
      <PasswordPanel account={{ user, change } as never} />
      <Toasts />
    </>
  );
  await show(page, { language: 'en', texts: ['account', 'auth', 'problems'] });
  return { change, hasAskedForCode: () => code };
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) =>
  fireEvent.input(await field(name), { target: { value } });
const submit = async () => fireEvent.submit(await field('New password'));

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
  await type('New password', fresh);
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred');
});

test('a wrong current password is said beside its field, and nothing typed is lost', async () => {
  const { change } = await open('current_password', 'current_password_invalid', undefined);
  const current = await field('Current password');
  expect(current.autocomplete).toBe('current-password');
  await type('Current password', 'wrong');
  await type('New password', fresh);
  await submit();
  await waitFor(() => expect(current.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(current);
  expect([current.value, (await field('New password')).value]).toEqual(['wrong', fresh]);
  await type('Current password', 'right');
  expect(current.getAttribute('aria-invalid')).not.toBe('true');
  await submit();
  await screen.findByText('Your password has been changed.');
  expect(change.mock.lastCall?.[0]).toEqual({ password: fresh, current_password: 'right' });
});

test('without the current password nothing is sent', async () => {
  const { change } = await open('current_password');
  const current = await field('Current password');
  await type('New password', fresh);
  await submit();
  await waitFor(() => expect(current.getAttribute('aria-invalid')).toBe('true'));
  expect(change).not.toHaveBeenCalled();
});

test('a code instead of the current password', async () => {
  const { change, hasAskedForCode } = await open('current_password', undefined);
  fireEvent.click(await screen.findByText(/Get a code instead/));
  await waitFor(async () =>
    expect(document.activeElement).toBe(await field('Code from your email')),
  );
  await type('New password', fresh);
  await type('Code from your email', '123456');
  expect(hasAskedForCode()).toBe(true);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await submit();
  await screen.findByText('Your password has been changed.');
  expect(change.mock.lastCall?.[0]).toEqual({ password: fresh, nonce: '123456' });
});

test('a session that grew older while the page was open is asked then, and keeps what was typed', async () => {
  const { change } = await open('nothing', 'current_password_required', undefined);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await type('New password', fresh);
  await submit();
  await type('Current password', 'right');
  expect((await field('New password')).value).toBe(fresh);
  await submit();
  await screen.findByText('Your password has been changed.');
  expect(change.mock.lastCall?.[0]).toEqual({ password: fresh, current_password: 'right' });
});

test('a locked account is led to a reset, as a code would be refused too', async () => {
  await open('current_password', 'account_locked');
  await type('Current password', 'wrong');
  await type('New password', fresh);
  await submit();
  const link = await screen.findByRole('link', { name: 'Forgot password?' });
  expect(link.getAttribute('href')).toBe('/auth?again');
  expect(screen.queryByText(/Get a code instead/)).toBeNull();
});
