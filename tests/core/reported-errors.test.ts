import { readReportedErrors, type StoredReport } from '@coachsite/core/error-report';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupReports, pagesNamed } from '#core/src/error-report/reported-errors.ts';

const stack = 'TypeError: x is not a function\n    at f (/app.js:1:2)\n    at g (/app.js:3:4)';
const report = (id: string, receivedAt: number, more: Partial<StoredReport> = {}) => ({
  id,
  message: 'x is not a function',
  stack,
  url: '/shop',
  userAgent: 'Firefox',
  componentStack: 'at Shop',
  receivedAt,
  ...more,
});
const read = (reports: readonly StoredReport[], search?: string, limit?: number, offset?: number) =>
  readReportedErrors(
    { reports: { matching: async (rule) => reports.filter(rule) } },
    {
      ...(search === undefined ? {} : { search }),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    },
  );

test('reports of one message from one place are one error, with the data of the newest', () => {
  const grouped = groupReports([
    report('c', 30, { url: '/faq', userAgent: 'Safari' }),
    report('b', 20),
    report('a', 10),
  ]);
  expect(grouped).toEqual([
    {
      id: 'c',
      message: 'x is not a function',
      count: 3,
      firstAt: 10,
      lastAt: 30,
      urls: ['/faq', '/shop'],
      userAgent: 'Safari',
      stack,
      componentStack: 'at Shop',
    },
  ]);
});

test('another message, or another first frame, is another error', () => {
  const grouped = groupReports([
    report('d', 4, { stack: 'f@/app.js:9:9\ng@/app.js:3:4' }),
    report('c', 3, { stack: stack.replace('g (/app.js', 'h (/app.js') }),
    report('b', 2, { message: 'y is not a function' }),
    report('a', 1),
  ]);
  expect(grouped.map(({ id, count }) => [id, count])).toEqual([
    ['d', 1],
    ['c', 2],
    ['b', 1],
  ]);
});

test('the first frame is the first line that names a place, in either notation', () => {
  const firstAndSecond = (one: string, other: string) =>
    groupReports([report('b', 2, { stack: one }), report('a', 1, { stack: other })]).length;
  // What stands before the first frame, and after it, does not count.
  expect(firstAndSecond('Error: look at this\nat f', 'Error: that at this\nat f')).toBe(1);
  expect(firstAndSecond('xat y\n  at f', 'zat y\n  at f')).toBe(1);
  expect(firstAndSecond('atlas\n\t at f', 'attic\n\t at f')).toBe(1);
  expect(firstAndSecond('  at f\n  at g', '  at f\n  at h')).toBe(1);
  expect(firstAndSecond('no frame', 'none here')).toBe(1);
  for (const [one = '', other = ''] of [
    ['at f', 'at g'],
    ['   at f', '   at g'],
    ['f@x', 'g@x'],
    ['no frame', 'at f'],
  ])
    expect(firstAndSecond(one, other)).toBe(2);
  expect(firstAndSecond('', 'Stryker was here!')).toBe(1);
});

test('an error names ten pages, the most recent ones', () => {
  const urls = Array.from({ length: pagesNamed + 1 }, (_, i) => `/page-${i}`);
  const [error] = groupReports(urls.map((url, i) => report(`r${i}`, 99 - i, { url })));
  expect(error?.urls).toEqual(urls.slice(0, 10));
});

test('a search finds every word in any text and any case; the counts are those of what was found', async () => {
  const reports = [
    report('c', 3, { message: 'Out of memory', url: '/guide' }),
    report('b', 2, { userAgent: 'Safari 26' }),
    report('a', 1),
  ];
  const ids = async (search: string) => (await read(reports, search)).errors.map(({ id }) => id);
  expect(await ids('MEMORY guide')).toEqual(['c']);
  expect(await ids('safari')).toEqual(['b']);
  expect(await ids('memory safari')).toEqual([]);
  expect(await ids('  memory   guide  ')).toEqual(['c']);
  // Words of two texts that stand beside each other are not one.
  expect(await ids('guideFirefox')).toEqual([]);
  expect(await ids('  ')).toEqual(['c', 'b']);
  expect(await read(reports, 'safari')).toMatchObject({ total: 1, reports: 1 });
});

test('a page holds its part of the errors, and the total counts all', async () => {
  const reports = Array.from({ length: 7 }, (_, i) => report(`r${i}`, 9 - i, { message: `m${i}` }));
  const page = await read(reports, undefined, 3, 3);
  expect(page.errors.map(({ id }) => id)).toEqual(['r3', 'r4', 'r5']);
  expect([page.total, page.reports]).toEqual([7, 7]);
  expect((await read(reports, undefined, 3, 9)).errors).toEqual([]);
});

const someReports = fc
  .array(
    fc.record({
      id: fc.uuid(),
      message: fc.constantFrom('', 'a', 'b'),
      stack: fc.constantFrom('', 'at f', 'at g', 'f@x\nat g', '__proto__'),
      url: fc.string({ maxLength: 3 }),
      userAgent: fc.constant(''),
      componentStack: fc.constant(''),
      receivedAt: fc.nat(1000),
    }),
  )
  .map((reports) => reports.toSorted((a, b) => b.receivedAt - a.receivedAt));

test('each report is counted in one error, and errors are newest first', () => {
  fc.assert(
    fc.property(someReports, (reports) => {
      const errors = groupReports(reports);
      const total = errors.reduce((sum, { count }) => sum + count, 0);
      expect(total).toBe(reports.length);
      for (const [index, error] of errors.entries()) {
        expect(error.firstAt).toBeLessThanOrEqual(error.lastAt);
        expect(error.urls.length).toBeLessThanOrEqual(Math.min(error.count, pagesNamed));
        expect(error.lastAt).toBeLessThanOrEqual(errors[index - 1]?.lastAt ?? Infinity);
      }
    }),
  );
});
