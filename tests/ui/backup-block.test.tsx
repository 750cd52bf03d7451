import type { Overview } from '@coachsite/adapters/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BackupBlock } from '#ui/src/features/admin/backup-block.tsx';
import { show } from '../support/show.tsx';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const overview = (lastAt: string | null): Overview => ({
  messages: { new: 0, late: 0, dueSoon: 0, oldestDueAt: null },
  mails: { waiting: 0, failed: 0 },
  downloads: { total: 0, today: 0, thisWeek: 0, thisMonth: 0 },
  backup: { lastAt },
  jobs: [
    { name: 'backup', lastAt, isLate: false },
    { name: 'clean_up', lastAt: daysAgo(0), isLate: false },
    { name: 'integrity_check', lastAt: daysAgo(9), isLate: true },
    { name: 'audit', lastAt: null, isLate: false },
  ],
  pause: null,
  version: '1.0.0',
});

async function open(language: 'nl' | 'en', lastAt: string | null): Promise<void> {
  const block = {
    data: overview(lastAt),
    hasFailed: false,
    isLoading: false,
    reload: () => undefined,
  };
  await show(<BackupBlock block={block} />, { language, texts: ['admin'] });
}

test.each([
  ['nl', null, 'Er is nog geen back-up'],
  ['en', null, 'No backup has been made yet'],
  ['nl', daysAgo(8), /^De laatste back-up is van /],
  ['en', daysAgo(8), /^The last backup is from /],
  ['nl', daysAgo(2), /^Laatste back-up: /],
  ['en', daysAgo(2), /^Last backup: /],
] as const)('says in %s what is known of a backup at %s', async (language, lastAt, text) => {
  await open(language, lastAt);
  expect(screen.getByText(text)).toBeDefined();
  const warning = language === 'nl' ? /Valt de server uit/ : /If the server fails/;
  const isFine = lastAt !== null && Date.now() - Date.parse(lastAt) < 7 * dayMs;
  expect(screen.queryByText(warning) === null).toBe(isFine);
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
