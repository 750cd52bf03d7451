import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SetupForm } from '#ui/src/features/admin-setup/index.ts';
import type { Language } from '#ui/src/i18n/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

const nothing = async () => {};
const labels = {
  nl: { fields: ['Sleutel', 'E-mail', 'Wachtwoord'], make: 'Maak mij beheerder' },
  en: { fields: ['Setup token', 'Email', 'Password'], make: 'Make me admin' },
} as const;

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true });
const isWrong = (name: string) => field(name).getAttribute('aria-invalid') === 'true';

async function sendEmpty(language: Language) {
  const calls = respondToCalls(() => Response.json({}));
  await show(<SetupForm token="" onDone={nothing} onClosed={nothing} />, {
    language,
    texts: ['admin-setup', 'auth'],
  });
  fireEvent.click(screen.getByRole('button', { name: labels[language].make }));
  await waitFor(() => expect(isWrong(labels[language].fields[0])).toBe(true));
  return calls;
}

afterEach(restoreNetwork);

test.each(['nl', 'en'] as const)(
  '%s: an empty form shows an error beside every missing field',
  async (language) => {
    const calls = await sendEmpty(language);
    const { fields } = labels[language];
    expect(fields.filter(isWrong)).toEqual(fields);
    for (const name of fields) {
      const described = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
      const said = described.map((id) => document.getElementById(id)?.textContent).join('');
      expect([name, said]).toEqual([name, expect.stringMatching(/\S/)]);
    }
    await waitFor(() => expect(document.activeElement).toBe(field(fields[0])));
    expect(calls).toEqual([]);
  },
);

test('typing in a field removes its error and leaves the others', async () => {
  await sendEmpty('en');
  fireEvent.input(field('Email'), { target: { value: 'an@example.com' } });
  expect(labels.en.fields.filter(isWrong)).toEqual(['Setup token', 'Password']);
});

test('the fields that are complete are counted, and a pasted token counts without its spaces', async () => {
  const calls = respondToCalls(() => new Response('', { status: 500 }));
  await show(<SetupForm token="" onDone={nothing} onClosed={nothing} />, {
    language: 'en',
    texts: ['admin-setup', 'auth'],
  });
  const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
  const counted = () => screen.getByRole('img', { name: /of 3/ }).getAttribute('aria-label');
  expect(counted()).toBe('0 of 3 fields complete');
  type('Setup token', ' ');
  type('Email', 'ann@example');
  type('Password', 'short');
  expect(counted()).toBe('0 of 3 fields complete');
  type('Setup token', ' token-of-the-server\n');
  expect(counted()).toBe('1 of 3 fields complete');
  type('Email', ' Ann@example.com ');
  type('Password', 'Sterk-Wachtwoord-9!');
  expect(counted()).toBe('3 of 3 fields complete');
  fireEvent.click(screen.getByRole('button', { name: labels.en.make }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toEqual({
    method: 'POST',
    path: '/api/admin-setup',
    body: {
      token: 'token-of-the-server',
      email: 'Ann@example.com',
      password: 'Sterk-Wachtwoord-9!',
    },
  });
});
