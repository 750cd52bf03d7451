import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SentPanel } from '#ui/src/features/contact/sent-panel.tsx';
import { someRuntimeConfig } from '../support/runtime-config.ts';
import { show } from '../support/show.tsx';

const away = { from: '2025-12-31', until: '2026-01-03' };

test.each([
  ['nl', undefined, 'uiterlijk op donderdag 1 januari om 13.30\u00a0uur'],
  ['en', undefined, 'by 13:30 on Thursday 1 January'],
  [
    'nl',
    away,
    'met vakantie tot en met 3\u00a0januari\u00a02026. Je krijgt antwoord uiterlijk op zondag 4 januari.',
  ],
  [
    'en',
    away,
    'away until the end of 3\u00a0January\u00a02026. You’ll get a reply by the end of Sunday 4 January.',
  ],
] as const)(
  'a message that was sent is thanked in %s with the time of the reply (%j)',
  async (language, pause, said) => {
    await show(
      <SentPanel email="jan@example.be" at={Date.parse('2025-12-31T12:30:50Z')} onAgain={() => {}}>
        <p>next</p>
      </SentPanel>,
      {
        language,
        texts: ['contact'],
        config: { site: { ...someRuntimeConfig.site, pause } },
      },
    );
    expect(screen.getByRole('status').textContent).toContain(said);
    expect(screen.getByText('next')).toBeDefined();
  },
);
