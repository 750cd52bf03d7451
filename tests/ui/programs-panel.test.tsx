import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ProgramsPanel } from '#ui/src/features/account/index.ts';
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
