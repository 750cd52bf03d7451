import type { UnsentMails } from '@coachsite/adapters/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MailTable } from '#ui/src/features/admin/mail-table.tsx';
import { show } from '../support/show.tsx';

const waiting: UnsentMails['mails'][number] = {
  id: '1',
  to: 'coach@example.com',
  subject: 'Hello',
  state: 'waiting',
  problem: null,
  reason: '',
  codes: '',
  failures: 0,
  canRetry: true,
  enqueuedAt: '2026-11-24T03:03:00.000Z',
  nextTryAt: null,
};

test.each([
  ['nl', false, 'Wordt zo meteen verstuurd.'],
  ['en', false, 'Will be sent in a moment.'],
  ['nl', true, 'Wordt verstuurd zodra de mailserver weer mails aanneemt.'],
  ['en', true, 'Will be sent once the mail server accepts emails again.'],
] as const)(
  'says in %s when an untried mail leaves (paused: %s)',
  async (language, paused, text) => {
    const table = (
      <MailTable mails={[waiting]} paused={paused} busyIds={undefined} onRetry={() => undefined} />
    );
    await show(table, { language, texts: ['admin'] });
    expect(screen.getByText(text)).toBeDefined();
  },
);
