import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { startAdminLink } from '#ui/src/document/admin-link.ts';
import { root } from '#ui/src/document/page.ts';
import { addTexts } from '#ui/src/i18n/index.ts';
import { MemberLinks } from '#ui/src/layout/member-links.tsx';
import { keeper } from '#ui/src/session/compose.ts';
import { pageById } from '#ui/src/site/pages.ts';
import { respondToCalls, restoreNetwork, sessionOf } from '../support/auth-server.ts';
import { textsOf } from '../support/frame.tsx';

afterEach(() => {
  cleanup();
  restoreNetwork();
});

test('the link to the admin area says how many messages wait, in the language of the page, until none does', async () => {
  let messages = 3;
  respondToCalls(({ path }) => {
    if (path.includes('/user_roles')) return Response.json([{ role: 'admin' }]);
    return path === '/api/admin/waiting' ? Response.json({ messages }) : undefined;
  });
  keeper.adopt(sessionOf('ann@example.com') as never, 'signed_in');
  const i18n = await textsOf('nl');
  await addTexts(i18n, ['layout'], 'en');
  render(
    <I18nextProvider i18n={i18n}>
      <MemberLinks page={pageById('home')} />
    </I18nextProvider>,
  );
  startAdminLink();
  const named = (name: string) => screen.findByRole('link', { name });
  // Who speaks to the computer says what is seen: the name begins with it.
  expect((await named('Beheer: 3 nieuw in de berichten')).textContent).toBe('Beheer 3');
  await act(() => i18n.changeLanguage('en'));
  expect((await named('Admin: 3 new in the messages')).textContent).toBe('Admin 3');
  messages = 0;
  keeper.adopt(sessionOf('ann@example.com') as never, 'signed_in');
  expect((await named('Admin')).textContent).toBe('Admin ');
});

test('the header of the admin area is that of an admin from the start', async () => {
  respondToCalls(({ path }) =>
    path.includes('/user_roles') ? Response.json([{ role: 'admin' }]) : undefined,
  );
  keeper.adopt(sessionOf('ann@example.com') as never, 'signed_in');
  root.classList.remove('is-admin');
  history.replaceState(null, '', '/admin');
  vi.resetModules();
  const fresh = await import('#ui/src/document/admin-link.ts');
  fresh.startAdminLink();
  await vi.waitFor(() => expect(root.classList.contains('is-admin')).toBe(true));
  history.replaceState(null, '', '/');
});

test('a response that comes after the sign-out shows no link', async () => {
  const held = Promise.withResolvers<Response>();
  const calls = respondToCalls(({ path }) =>
    path.includes('/user_roles') ? held.promise : undefined,
  );
  startAdminLink();
  keeper.adopt(sessionOf('ann@example.com') as never, 'signed_in');
  keeper.forget();
  held.resolve(Response.json([{ role: 'admin' }]));
  await act(async () => {});
  expect(calls).toHaveLength(1);
  expect(root.classList.contains('is-admin')).toBe(false);
});
