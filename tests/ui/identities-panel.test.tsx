import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { IdentitiesPanel } from '#ui/src/features/account/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { errorResponse, respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { someRuntimeConfig } from '../support/runtime-config.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

/** An account with these identities, on a site where one can sign in at two providers. */
async function open(...linked: string[]) {
  let reads = 0;
  const identities = linked.map((provider) => ({ identity_id: `id-of-${provider}`, provider }));
  const account = {
    user: { id: 'u1', email: 'ann@example.com', identities },
    reload: async () => {
      reads += 1;
    },
  };
  const signIn = { ...someRuntimeConfig.signIn, providers: ['partner-two', 'google'] };
  await show(
    <>
      <IdentitiesPanel account={account as never} />
      <Toasts />
    </>,
    { language: 'en', texts: ['account'], config: { signIn } },
  );
  return () => reads;
}
const offers = () =>
  screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;

test.each([
  [['email'], ['Link Partner Two', 'Link Google']],
  [
    ['email', 'google'],
    ['Unlink Email', 'Unlink Google', 'Link Partner Two'],
  ],
  [['sso:1'], []],
  [
    ['sso:1', 'phone'],
    ['Unlink Employer', 'Unlink Phone'],
  ],
])('of %j the last cannot be unlinked, and an employer links no other', async (linked, offered) => {
  await open(...linked);
  expect(offers()).toEqual(offered);
});

test.each([
  [() => new Response(null, { status: 204 }), 'Google has been unlinked.', 1],
  [
    () => errorResponse(422, 'single_identity_not_deletable'),
    'This is the only way into your account. Link another one first.',
    0,
  ],
])('unlinking says how it ended (%#)', async (response, said, expectedReads) => {
  const calls = respondToCalls(response);
  const reads = await open('email', 'google');
  fireEvent.click(screen.getByRole('button', { name: 'Unlink Google' }));
  await waitFor(() => expect(lastToast()).toBe(said));
  expect(calls).toMatchObject([
    { method: 'DELETE', path: '/auth/v1/user/identities/id-of-google' },
  ]);
  expect(reads()).toBe(expectedReads);
});
