import type { Interests, Overview } from '@coachsite/adapters/contract';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Attention } from '#ui/src/features/admin/index.ts';
import { show } from '../support/show.tsx';

const blockOf = <T,>(data: T | undefined) => ({
  data,
  hasFailed: false,
  isLoading: data === undefined,
  reload: () => undefined,
});

const hourMs = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

const quiet: Overview = {
  messages: { new: 0, late: 0, dueSoon: 0, oldestDueAt: null },
  mails: { waiting: 3, failed: 0 },
  downloads: { total: 9, today: 0, thisWeek: 2, thisMonth: 4 },
  backup: { lastAt: hoursAgo(1) },
  jobs: [{ name: 'backup', lastAt: hoursAgo(1), isLate: false }],
  pause: null,
  version: '1.0.0',
};
const busy: Overview = {
  ...quiet,
  messages: { new: 4, late: 2, dueSoon: 1, oldestDueAt: null },
  mails: { waiting: 3, failed: 1 },
  downloads: { ...quiet.downloads, today: 1 },
  backup: { lastAt: null },
};

const interest = (programId: string, more: object = {}): Interests['interests'][number] => ({
  email: 'ann@example.com',
  programId,
  language: 'en',
  textVersion: 'v',
  askedAt: hoursAgo(60),
  confirmedAt: hoursAgo(50),
  announcedAt: null,
  launchQueued: false,
  ...more,
});
const listsOf = (
  interests: Interests['interests'],
  newestArticleAt: string | null = null,
): Interests => ({ interests, launches: [], newestArticleAt });

async function lines(overview: Overview | undefined, lists: Interests | undefined) {
  const line = <Attention overview={blockOf(overview)} interests={blockOf(lists)} />;
  await show(line, { language: 'en', texts: ['admin'] });
  return screen
    .queryAllByRole('link')
    .map((link) => [link.textContent?.replace('\u00a0', ' '), link.getAttribute('href')]);
}

test('on a quiet morning the line speaks of messages and downloads only', async () => {
  expect(await lines(quiet, listsOf([]))).toEqual([
    ['No new messages', '#inbox'],
    ['0 downloads today', '#downloads'],
  ]);
});

test('what needs the coach is named, and leads to its block', async () => {
  const lists = listsOf([
    interest('mind-body-12'),
    interest('mind-body-12', { announcedAt: hoursAgo(1) }),
    interest('next-article'),
  ]);
  expect(await lines(busy, lists)).toEqual([
    ['4 new messages', '#inbox'],
    ['2 late', '#inbox'],
    ['1 due within 4 hours', '#inbox'],
    ['1 email not sent', '#mails'],
    ['Backup needed', '#settings'],
    ['1 waiting for a program', '#notify'],
    ['1 download today', '#downloads'],
  ]);
});

test('a task that is late is said once, a late backup by its name', async () => {
  const jobs = (late: readonly string[]) => ({
    ...quiet,
    jobs: (['backup', 'clean_up', 'integrity_check', 'audit'] as const).map((name) => ({
      name,
      lastAt: hoursAgo(1),
      isLate: late.includes(name),
    })),
  });
  const said = async (late: readonly string[]) =>
    (await lines(jobs(late), listsOf([]))).slice(1, -1);
  expect(await said(['clean_up', 'audit'])).toEqual([['A task of the site is late', '#settings']]);
  cleanup();
  expect(await said(['backup'])).toEqual([['Backup needed', '#settings']]);
});

test('a new article counts those who asked before it was there and have had no mail', async () => {
  const article = (more: object) => interest('next-article', more);
  const lists = listsOf(
    [
      article({}),
      article({ confirmedAt: hoursAgo(48) }),
      article({ confirmedAt: hoursAgo(47) }),
      article({ announcedAt: hoursAgo(1) }),
      article({ launchQueued: true }),
    ],
    hoursAgo(48),
  );
  const said = await lines(quiet, lists);
  expect(said).toContainEqual(['2 waiting for your new article', '#notify']);
  expect(said).toHaveLength(3);
});

test('what is not known yet is not said', async () => {
  expect(await lines(undefined, listsOf([interest('mind-body-12')]))).toEqual([]);
  expect(await lines(quiet, undefined)).toHaveLength(2);
});
