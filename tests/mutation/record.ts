import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderScore } from './folder.ts';

const page = join(import.meta.dirname, '..', '..', 'docs', 'mutation.md');

/** The last score of a folder. */
export interface Recorded {
  readonly folder: string;
  readonly mutants: number;
  readonly killed: number;
  /** What its rules were then: `digestOf`. */
  readonly digest: string;
}

const row = /^\| ([a-z-]+) \| (\d+) \| (\d+) \| [\d.]+ % \| ([0-9a-f]{8}) \|$/gm;

/** Of a hundred mutants, how many are killed; 100 without mutants. */
export const scoreOf = ({ mutants, killed }: Pick<FolderScore, 'mutants' | 'killed'>): number =>
  mutants === 0 ? 100 : (100 * killed) / mutants;

/** Rounded down, so that 95.0 is at least 95. */
export const percent = (score: number): string => (Math.floor(score * 10) / 10).toFixed(1);

/** The last score of each folder that was recorded. */
export const readRecord = (): readonly Recorded[] =>
  [...readFileSync(page, 'utf8').matchAll(row)].map(
    ([, folder = '', mutants, killed, digest = '']) => ({
      folder,
      mutants: Number(mutants),
      killed: Number(killed),
      digest,
    }),
  );

/** Writes the score of a folder to the table of `docs/mutation.md`. */
export function writeRecord(recorded: Recorded): void {
  const others = readRecord().filter(({ folder }) => folder !== recorded.folder);
  const rows = [...others, recorded]
    .toSorted((a, b) => a.folder.localeCompare(b.folder))
    .map(
      ({ folder, mutants, killed, digest }) =>
        `| ${folder} | ${mutants} | ${killed} | ${percent(scoreOf({ mutants, killed }))} % | ${digest} |\n`,
    );
  const text = readFileSync(page, 'utf8').replace(new RegExp(`${row.source}\n`, 'gm'), '');
  const head = /^\| Folder \|.*\n\|---.*\n/m;
  writeFileSync(
    page,
    text.replace(head, (found) => found + rows.join('')),
  );
}

/** The survivors of a folder that the page lists with a reason; `undefined` if it has no list of the folder. */
export function listedSurvivors(folder: string): readonly string[] | undefined {
  const [, section] = readFileSync(page, 'utf8').split(`\n### ${folder}\n`);
  const [own] = section?.split(/\n#{2,3} /) ?? [];
  if (own === undefined) return undefined;
  return [...own.matchAll(/^```text\n(.*?)^```$/gms)].flatMap(([, lines = '']) =>
    lines.trimEnd().split('\n'),
  );
}
