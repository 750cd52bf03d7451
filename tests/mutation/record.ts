import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderScore } from './folder.ts';

const [scoresFile, survivorsFile] = ['scores.json', 'survivors.json'].map((name) =>
  join(import.meta.dirname, name),
) as [string, string];

/** The last score of a folder. */
export interface Recorded {
  readonly mutants: number;
  readonly killed: number;
  /** What its rules were then: `digestOf`. */
  readonly rules: string;
}

/** Mutants of one folder that no test can tell from the rule. */
interface Survivors {
  /** Why no test can. */
  readonly reason: string;
  /** As `folder.ts` names them; one that occurs twice is listed twice. */
  readonly changes: readonly string[];
}

const read = <Value>(path: string): Readonly<Record<string, Value>> =>
  JSON.parse(readFileSync(path, 'utf8'));

/** Of a hundred mutants, how many are killed; 100 without mutants. */
export const scoreOf = ({ mutants, killed }: Pick<FolderScore, 'mutants' | 'killed'>): number =>
  mutants === 0 ? 100 : (100 * killed) / mutants;

/** Rounded down, so that 95.0 is at least 95. */
export const percent = (score: number): string => (Math.floor(score * 10) / 10).toFixed(1);

/** The last score of each folder that was recorded. */
export const readRecord = () => read<Recorded>(scoresFile);

/** Writes the score of a folder to `scores.json`, in which each folder has a line. */
export function writeRecord(folder: string, { mutants, killed, rules }: Recorded): void {
  const lines = Object.entries({ ...readRecord(), [folder]: { mutants, killed, rules } })
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, one]) =>
        `  "${name}": { "mutants": ${one.mutants}, "killed": ${one.killed}, "rules": "${one.rules}" }`,
    );
  writeFileSync(scoresFile, `{\n${lines.join(',\n')}\n}\n`);
}

/** The survivors of a folder that `survivors.json` lists with a reason. */
export const listedSurvivors = (folder: string): readonly string[] =>
  (read<readonly Survivors[]>(survivorsFile)[folder] ?? []).flatMap(({ changes }) => changes);
