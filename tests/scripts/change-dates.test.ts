import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeDates, noteChanges } from '#ui/site-build/change-dates.ts';
import { writeWhole } from '#ui/site-build/write-whole.ts';
import { pages } from '#ui/src/site/pages.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coachsite-dates-'));
  path = join(folder, 'changed.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

const listed = pages.filter(({ indexable }) => indexable).map(({ id }) => id);
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

test('the sources alone date the texts, on whatever day they are built (SC-5)', () => {
  noteChanges(noon('2026-11-20'), path);
  const record = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...record, faq: { texts: 'other', on: '2026-11-18' } }));
  const dates = [noon('2027-01-01'), noon('2031-06-30')].map((now) => {
    vi.setSystemTime(now);
    return changeDates(path);
  });
  vi.useRealTimers();
  expect(dates[0]).toEqual(Object.fromEntries(listed.map((id) => [id, '2026-11-20'])));
  expect(dates[1]).toEqual(dates[0]);
});

test('a publication dates what changed, and nothing else', () => {
  noteChanges(noon('2026-12-24'), path);
  expect(changeDates(path)).toEqual({
    ...Object.fromEntries(listed.map((id) => [id, '2026-11-20'])),
    faq: '2026-12-24',
  });
});

test('the sources record a day for every page that search engines list', () => {
  expect(Object.keys(changeDates()).toSorted()).toEqual(listed.toSorted());
});

test('a file that cannot be replaced leaves no draft beside it', () => {
  const taken = join(folder, 'taken');
  mkdirSync(taken);
  const before = readdirSync(folder);
  expect(() => writeWhole(taken, 'text')).toThrow('EISDIR');
  expect(readdirSync(folder)).toEqual(before);
});
