import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NotifyConfirmPage } from '#ui/src/pages/notify-confirm.tsx';
import { show } from '../support/show.tsx';

test.each([
  ['nl', 'Deze link werkt niet meer.', 'Stap twee van twee.'],
  ['en', 'This link no longer works.', 'Step two of two.'],
] as const)(
  'a link that ended has a title of its own, and no step (%s)',
  async (language, ended, step) => {
    const options = { language, texts: ['notify-confirm'] } as const;
    const title = () =>
      screen.getByRole('heading', { level: 1 }).textContent?.replaceAll(/\s+/g, ' ');
    const form = { values: {}, fields: {}, error: 'notify_link_expired' };
    await show(<NotifyConfirmPage />, { ...options, form });
    expect(title()).toBe(ended);
    expect(screen.queryByRole('img')).toBeNull();

    await show(<NotifyConfirmPage />, { ...options, form: { values: {}, fields: {} } });
    expect(title()).toBe(step);
    expect(screen.getByRole('img')).toBeDefined();
  },
);
