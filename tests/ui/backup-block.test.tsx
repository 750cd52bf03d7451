import type { Overview } from '@coachsite/adapters/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BackupBlock } from '#ui/src/features/admin/backup-block.tsx';
import { show } from '../support/show.tsx';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const overview = (lastAt: string | null, isLate: boolean): Overview => ({
  messages: { new: 0, late: 0, dueSoon: 0, oldestDueAt: null },
  mails: { waiting: 0, failed: 0 },
  downloads: { total: 0, today: 0, thisWeek: 0, thisMonth: 0 },
  backup: { lastAt },
  jobs: [
    { name: 'backup', lastAt, isLate },
    { name: 'clean_up', lastAt: daysAgo(0), isLate: false },
    { name: 'integrity_check', lastAt: daysAgo(9), isLate: true },
    { name: 'audit', lastAt: null, isLate: false },
  ],
  pause: null,
  version: '1.0.0',
});

async function open(language: 'nl' | 'en', lastAt: string | null, isLate = false): Promise<void> {
  const block = {
    data: overview(lastAt, isLate),
    hasFailed: false,
    isLoading: false,
    reload: () => undefined,
  };
  await show(<BackupBlock block={block} />, { language, texts: ['admin'] });
}

test.each([
  ['nl', null, false, 'Er is nog geen back-up'],
  ['en', null, false, 'No backup has been made yet'],
  ['nl', daysAgo(2), true, /^De laatste back-up is van /],
  ['en', daysAgo(2), true, /^The last backup is from /],
  ['nl', daysAgo(1), false, /^Laatste back-up: /],
  ['en', daysAgo(1), false, /^Last backup: /],
] as const)('says in %s what is known of a backup at %s, late: %s', async (...row) => {
  const [language, lastAt, isLate, text] = row;
  await open(language, lastAt, isLate);
  expect(screen.getByText(text)).toBeDefined();
  const warning = language === 'nl' ? /Valt de server uit/ : /If the server fails/;
  expect(screen.queryByText(warning) === null).toBe(lastAt !== null && !isLate);
});

test.each([
  ['nl', /^Controle van de database: .+$/, 'te laat', 'Controle op zwakke plekken: nog niet'],
  ['en', /^Check of the database: .+$/, 'late', 'Check for weak spots: not yet'],
] as const)('says in %s when each task last ran, and which one is late', async (...row) => {
  const [language, late, mark, none] = row;
  await open(language, daysAgo(1));
  const items = screen.getAllByRole('listitem');
  expect(items).toHaveLength(4);
  expect(items.filter((item) => item.textContent?.includes(mark))).toEqual([
    screen.getByText(late).closest('li'),
  ]);
  expect(screen.getByText(none)).toBeDefined();
});
