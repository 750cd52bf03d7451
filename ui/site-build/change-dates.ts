import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brusselsDay } from '@coachsite/core/kernel';
import { languages } from '@coachsite/core/language';
import { pages } from '../src/site/pages.ts';
import { changeRecordPath, dist } from './source-hash.ts';
import { writeWhole } from './write-whole.ts';

/** For each page: a hash of its texts, and the day on which they became what they are. */
type ChangeRecord = Readonly<Record<string, { readonly texts: string; readonly on: string }>>;

const content = join(import.meta.dirname, '..', 'content');
const builtRecordPath = join(dist, 'changed.json');

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

/**
 * The day on which the texts of each page last changed. Texts that are not those of the committed record, nor of the
 * build before, are from today. Source: docs/law-and-search.md#F24.
 */
export function recordChanges(now: number = Date.now()): Readonly<Record<string, string>> {
  const records = [readRecord(changeRecordPath), readRecord(builtRecordPath)];
  const record = Object.fromEntries(
    pages
      .filter(({ indexable }) => indexable)
      .map((page) => {
        const texts = textsHash(page.texts);
        const known = records.map((one) => one[page.id]).find((one) => one?.texts === texts);
        return [page.id, { texts, on: known?.on ?? brusselsDay(now) }] as const;
      }),
  );
  writeWhole(builtRecordPath, `${JSON.stringify(record, null, 2)}\n`);
  return Object.fromEntries(Object.entries(record).map(([id, { on }]) => [id, on]));
}

/** Keeps the days of the last build with the texts, so that every clone and server knows them. */
export function keepChanges(): void {
  writeWhole(changeRecordPath, readFileSync(builtRecordPath, 'utf8'));
}
