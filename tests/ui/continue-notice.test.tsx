import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ContinueNotice } from '#ui/src/features/auth/index.ts';
import { keeper } from '#ui/src/session/compose.ts';
import { sessionOf } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

const target = '/account#passkeys';

afterEach(() => {
  cleanup();
  keeper.forget();
});

test('who is signed in already may go on where they wanted', async () => {
  keeper.adopt(sessionOf('ann@example.com') as never, 'signed_in');
  await show(<ContinueNotice target={target} again={false} />, { language: 'en', texts: ['auth'] });
  expect(screen.getByText('You’re signed in as ann@example.com')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(target);
});

test('who has to sign in again is not sent back by it', async () => {
  keeper.adopt(sessionOf('ann@example.com') as never, 'signed_in');
  await show(<ContinueNotice target={target} again />, { language: 'en', texts: ['auth'] });
  expect(screen.getByText('Sign in to continue')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});
