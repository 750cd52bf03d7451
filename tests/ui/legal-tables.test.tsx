import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Namespace } from '#ui/src/i18n/index.ts';
import { CookiesPage } from '#ui/src/pages/cookies.tsx';
import { PrivacyPage } from '#ui/src/pages/privacy.tsx';
import { show } from '../support/show.tsx';

test.each<[string, ReactNode, readonly Namespace[], string]>([
  [
    'cookies',
    <CookiesPage key="cookies" />,
    ['cookies', 'consent'],
    'Every name this site can keep',
  ],
  ['retention times', <PrivacyPage key="privacy" />, ['privacy', 'legal'], 'Retention times'],
])('the table of %s has a name, and each of its rows too', async (_, page, texts, name) => {
  await show(page, { language: 'en', texts });
  const table = screen.getByRole('table', { name: new RegExp(`^${name}`) });
  const [, ...rows] = table.querySelectorAll('tr');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.querySelectorAll('th[scope="row"]')).toHaveLength(1);
});

test('the number of a choice of cookies is not read out each time it is written', async () => {
  await show(<CookiesPage />, { language: 'en', texts: ['cookies', 'consent'] });
  const number = document.querySelector('[data-consent-id]');
  expect(number?.closest('output, [role], [aria-live]')).toBeNull();
});
