import { rmSync } from 'node:fs';
import { CommandError, UsageError } from '../../scripts/support/command.ts';
import { digestOf, folders } from './core-folders.ts';
import { type FolderScore, mutateFolder } from './folder.ts';
import { listedSurvivors, percent, readRecord, scoreOf, writeRecord } from './record.ts';

/** What the score of each folder must be at least. Source: docs/mutation.md#mutation-testing. */
const goal = 95;

export const help = `npm run mutation [-- <folder>…] [--changed] [--minutes N] [--concurrency N] [--force]

Changes the rules of core/src one by one and runs the tests of the core that reach each change; a change that no test
notices survives. The folder testing changes the memory adapters, and runs the contract suites over them.
Prints survivors that tests/mutation/survivors.json does not list, and writes the scores to scores.json beside it,
except where CI is set. Ends with 1 when a folder scores under ${goal} %, or under its last score where that is lower, or
has other survivors than are listed. What was found before is kept in reports/mutation after each folder: a run that was
ended goes on there.
  --changed        only folders whose rules are others than when their score was written
  --minutes N      starts no folder later than this
  --concurrency N  how many processes run tests (2)
  --force          tries every change again`;

export const mutationOptions = {
  changed: { type: 'boolean' },
  minutes: { type: 'string' },
  concurrency: { type: 'string' },
  force: { type: 'boolean' },
} as const;

interface MutationOptions {
  readonly changed?: boolean | undefined;
  readonly minutes?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly force?: boolean | undefined;
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new UsageError(`${option} needs a number above 0`);
  return number;
}

/** The elements of `all` that `some` lacks, each as often as it is in excess. */
function missingIn(some: readonly string[], all: readonly string[]): readonly string[] {
  const left = [...some];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Prints the score of a folder and returns what is wrong with it; `least` is what it must be. */
function judge(folder: string, found: FolderScore, least: number): readonly string[] {
  const score = scoreOf(found);
  console.log(
    `${folder.padEnd(16)} ${found.killed} of ${found.mutants} noticed, ${percent(score)} %`,
  );
  const list = listedSurvivors(folder);
  const changes = found.survivors.map(({ change }) => change);
  const odd = missingIn(list, changes);
  for (const { place, change } of found.survivors)
    if (odd.includes(change)) console.log(`  ${place}\n    ${change}`);
  const superfluous = missingIn(changes, list);
  for (const change of superfluous) console.log(`  is listed and does not survive: ${change}`);
  return [
    ...(score < least ? [`${folder}: ${percent(score)} %, less than ${percent(least)}`] : []),
    ...(odd.length > 0 ? [`${folder}: ${odd.length} survivors are not in survivors.json`] : []),
    ...(superfluous.length > 0
      ? [`${folder}: survivors.json lists ${superfluous.length} too many`]
      : []),
  ];
}

/** Tries the mutants of folders of the core, one folder after the other, and records each score as it is known. */
export async function mutate(options: MutationOptions, ...names: string[]): Promise<void> {
  const { changed = false, minutes = '60', concurrency = '2', force = false } = options;
  const milliseconds = positive('--minutes', minutes) * 60_000;
  const run = { concurrency: positive('--concurrency', concurrency), force };
  const unknown = names.find((name) => !folders.includes(name));
  if (unknown !== undefined) throw new UsageError(`core/src has no folder ${unknown} with rules`);
  const known = readRecord();
  const isOther = (folder: string) => known[folder]?.rules !== digestOf(folder);
  const wanted = (names.length > 0 ? names : folders).filter(
    (folder) => !changed || isOther(folder),
  );
  if (wanted.length === 0) console.log('No rule changed since its score was written.');
  // What a killed run left.
  rmSync('.stryker-tmp', { recursive: true, force: true });
  const faults: string[] = [];
  const begun = performance.now();
  for (const folder of wanted) {
    const started = performance.now();
    if (started - begun > milliseconds) {
      console.log(`${folder.padEnd(16)} not tried: ${minutes} minutes are over`);
      continue;
    }
    const found = await mutateFolder(folder, run);
    const last = known[folder];
    // A folder that has not reached the goal yet may not fall.
    const least = Math.min(goal, last ? scoreOf(last) : goal);
    faults.push(...judge(folder, found, least));
    const { mutants, killed } = found;
    if (!process.env.CI) writeRecord(folder, { mutants, killed, rules: digestOf(folder) });
  }
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
}
