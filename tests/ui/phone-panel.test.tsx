import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PhonePanel } from '#ui/src/features/account/index.ts';
import { respondToCalls, restoreNetwork, sessionOf } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const open = (factors: readonly object[]) => {
  const user = { ...sessionOf('ann@example.com').user, factors };
  const account = { user, reload: async () => {}, change: async () => {} };
  return show(<PhonePanel account={account as never} />, {
    language: 'en',
    texts: ['account', 'mfa'],
  });
};

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('the code of a new number cannot be sent again before it was sent', async () => {
  const sent = Promise.withResolvers<Response>();
  const calls = respondToCalls(({ path }) =>
    path.endsWith('/challenge') ? sent.promise : Response.json({ id: 'phone' }),
  );
  await open([]);
  fireEvent.input(screen.getByLabelText('Phone number'), { target: { value: '+32470000012' } });
  fireEvent.click(button('Send code'));
  await waitFor(() => expect(calls.at(-1)?.path).toMatch(/challenge$/));
  for (const send of screen.getAllByRole('button', { name: 'Send code' })) fireEvent.click(send);
  expect(calls.filter(({ path }) => path.endsWith('/challenge'))).toHaveLength(1);
  sent.resolve(Response.json({ id: 'challenge', expires_at: 0 }));
  await screen.findByRole('button', { name: /again/ });
});

test.each([
  '0470 00 00 12',
  '+32470-00-00-12',
  '+32 470/00.00.12',
  '0032 470 00 00 12',
  '+32 (0)470 00 00 12',
  '\u202a+32 470 00 00 12\u202c',
])('%s is understood', async (typed) => {
  const calls = respondToCalls(() => Response.json({ id: 'phone', expires_at: 0 }));
  await open([]);
  fireEvent.input(screen.getByLabelText('Phone number'), { target: { value: typed } });
  fireEvent.click(button('Send code'));
  await screen.findByText(/\+32470000012/);
  expect(calls[0]?.body).toMatchObject({ phone: '32470000012' });
});

test('a number that nobody has is refused before a call', async () => {
  const calls = respondToCalls(() => Response.json({}));
  await open([]);
  fireEvent.input(screen.getByLabelText('Phone number'), { target: { value: '+32 470 12 34' } });
  fireEvent.click(button('Send code'));
  await screen.findByText(/isn’t right/);
  expect(calls).toEqual([]);
});

test('a removal that is under way is not said to be cancelled', async () => {
  const held = Promise.withResolvers<Response>();
  respondToCalls(({ path }) =>
    path.endsWith('/verify')
      ? held.promise
      : Response.json({ id: 'challenge', expires_at: Date.now() }),
  );
  await open([{ id: 'phone', factor_type: 'phone', status: 'verified', phone: '32470000012' }]);
  fireEvent.click(button('Remove the number'));
  const [cell] = screen.getAllByRole('textbox');
  if (cell) fireEvent.change(cell, { target: { value: '123456' } });
  fireEvent.click(button('Remove'));
  expect(button('Cancel').disabled).toBe(true);
  held.resolve(Response.json({}, { status: 500 }));
  await waitFor(() => expect(button('Cancel').disabled).toBe(false));
});
