import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PasskeysPanel } from '#ui/src/features/account/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

// A device that can keep passkeys.
beforeEach(() =>
  vi.stubGlobal('PublicKeyCredential', {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
  }),
);
afterEach(() => {
  restoreNetwork();
  vi.unstubAllGlobals();
});

const panelOf = (provider: string) =>
  show(<PasskeysPanel account={{ user: { identities: [{ provider }] } } as never} />, {
    language: 'en',
    texts: ['passkey'],
  });
const addButton = () => screen.queryByRole('button', { name: 'Add a passkey' });

test('an account that an employer manages is told so, and offered none', async () => {
  respondToCalls(() => Response.json([]));
  await panelOf('sso:1');
  expect(screen.getByText(/through your employer/)).toBeDefined();
  expect(screen.queryByText(/your finger/)).toBeNull();
  await vi.waitFor(() => expect(screen.queryByText('One moment…')).toBeNull());
  expect(addButton()).toBeNull();
});

test('one is offered once the list could be read', async () => {
  const lists = [undefined, Response.json([])];
  respondToCalls(() => lists.shift());
  await panelOf('email');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(addButton()).toBeNull();
  fireEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Add a passkey' })).toBeDefined();
});

test('a removal in an old session leads to a new sign-in, wherever its button is', async () => {
  const passkey = {
    id: 'id',
    friendly_name: 'Phone',
    created_at: '2026-01-01T00:00:00Z',
    backed_up: false,
  };
  const old = { code: 'reauthentication_needed', message: 'x' };
  const answers = [Response.json([passkey]), Response.json(old, { status: 401 })];
  respondToCalls(() => answers.shift());
  await panelOf('email');
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Phone' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const title = await screen.findByText('Please sign in again first');
  await vi.waitFor(() => expect(document.activeElement).toBe(title.parentElement));
  // Not to a page that would only say that one is signed in already.
  const link = screen.getByRole('link', { name: 'Sign in again' });
  expect(link.getAttribute('href')).toBe('/auth?again&redirect=%2Faccount%23passkeys');
});
