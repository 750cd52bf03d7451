import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ProgramsPanel } from '#ui/src/features/account/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const interest = {
  programId: 'lifestyle-reset-30',
  since: '2026-01-31T23:30:00.000Z',
  announcedAt: null,
};

const open = () => show(<ProgramsPanel />, { language: 'en', texts: ['account', 'programs'] });

test('the day on which one joined a list is that in Belgium', async () => {
  respondToCalls(() => Response.json({ interests: [interest] }));
  await open();
  expect(await screen.findByText(/1 February 2026/)).toBeDefined();
});

test('lists that could not be read are not said to be none, and can be read again', async () => {
  const responses = [undefined, Response.json({ interests: [interest] })];
  respondToCalls(() => responses.shift());
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/1 February 2026/)).toBeDefined();
});

test.each([
  ['mind-body-12', null, 'On the waiting list since 1 February 2026'],
  ['mind-body-12', '2026-03-02T12:00:00.000Z', 'Open since 2 March 2026'],
  ['next-article', null, 'One email once it’s there, asked for on 1 February 2026'],
  ['next-article', '2026-03-02T12:00:00.000Z', 'Told on 2 March 2026'],
])('the list of %s says how far it is (%s)', async (programId, announcedAt, said) => {
  respondToCalls(() => Response.json({ interests: [{ ...interest, programId, announcedAt }] }));
  await open();
  expect((await screen.findByText(/2026/)).textContent?.replaceAll('\u00a0', ' ')).toBe(said);
});

test('one leaves a list by its button, which says which it is; a list that stays is said to', async () => {
  let interests = [interest, { ...interest, programId: 'mind-body-12' }];
  let isDown = true;
  const calls = respondToCalls(({ method, path }) => {
    if (method === 'GET') return Response.json({ interests });
    if (isDown) return undefined;
    interests = interests.filter(({ programId }) => !path.endsWith(programId));
    return new Response(null, { status: 204 });
  });
  await show(
    <>
      <ProgramsPanel />
      <Toasts />
    </>,
    { language: 'en', texts: ['account', 'programs'] },
  );
  const name = 'Take me off the waiting list of 12-week mind and body';
  const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(lastToast()).toBe('An error occurred'));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(lastToast()).toBe('You’re no longer on the waiting list.'));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  const left = calls.filter(({ method }) => method === 'DELETE');
  expect(left.map(({ path }) => path)).toEqual(
    Array(2).fill('/api/account/interests/mind-body-12'),
  );
});

test('two lists that are left shortly after each other are left once each, and both are gone', async () => {
  const other = { ...interest, programId: 'mind-body-12' };
  const left: PromiseWithResolvers<Response>[] = [];
  const lists = [[interest, other], [interest], []];
  const calls = respondToCalls(({ method }) => {
    if (method !== 'DELETE') return Response.json({ interests: lists.shift() });
    const ended = Promise.withResolvers<Response>();
    left.push(ended);
    return ended.promise;
  });
  await open();
  const buttons = await screen.findAllByRole<HTMLButtonElement>('button');
  for (const button of buttons) fireEvent.click(button);
  await waitFor(() => expect(left).toHaveLength(2));
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true]);
  for (const ended of left.toReversed()) {
    await act(async () => ended.resolve(new Response(null, { status: 204 })));
  }
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});
