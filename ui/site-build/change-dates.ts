import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay, type EpochMs } from '@coachsite/core/kernel';
import { languages } from '@coachsite/core/language';
import { pages } from '../src/site/pages.ts';
import { changeRecordPath } from './source-hash.ts';
import { writeWhole } from './write-whole.ts';

/** For each page: a hash of its texts, and the day on which they became what they are. */
type ChangeRecord = Readonly<Record<string, { readonly texts: string; readonly on: string }>>;

const content = join(import.meta.dirname, '..', 'content');

const readRecord = (path: string): ChangeRecord =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ChangeRecord) : {};

/** A hash of what a page says in both languages, whatever the layout of its files. */
function textsHash(namespaces: readonly string[]): string {
  const hash = createHash('sha256');
  for (const language of languages) {
    for (const name of namespaces) {
      const text = readFileSync(join(content, language, `${name}.json`), 'utf8');
      hash.update(JSON.stringify(JSON.parse(text)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** The record of the texts as they are: those that differ from `known` are from `day`, all others keep their day. */
function recordAt(known: ChangeRecord, day: string): ChangeRecord {
  return Object.fromEntries(
    pages
      .filter(({ indexable }) => indexable)
      .map(({ id, texts: namespaces }) => {
        const texts = textsHash(namespaces);
        const kept = known[id]?.texts === texts ? known[id].on : day;
        return [id, { texts, on: kept }] as const;
      }),
  );
}

/**
 * The day on which the texts of each page last changed, as the sources record it. Texts that were not published yet are
 * from the newest recorded day, never from today: the same sources give the same build on any day.
 * Source: docs/law-and-search.md#F24, docs/security.md#SC-5.
 */
export function changeDates(path: string = changeRecordPath): Readonly<Record<string, string>> {
  const known = readRecord(path);
  const newest = Object.values(known)
    .map(({ on }) => on)
    .reduce((a, b) => (a > b ? a : b), '');
  const dated = Object.entries(recordAt(known, newest)).filter(([, { on }]) => on !== '');
  return Object.fromEntries(dated.map(([id, { on }]) => [id, on]));
}

/** Records the texts that changed as those of the day of `now` in Brussels, so that every clone and server knows it. */
export function noteChanges(now: EpochMs, path: string = changeRecordPath): void {
  const known = readRecord(path);
  const record = recordAt(known, calendarDay(defaultZone, now));
  const isSame = JSON.stringify(record) === JSON.stringify(known);
  if (!isSame) writeWhole(path, `${JSON.stringify(record, null, 2)}\n`);
}
