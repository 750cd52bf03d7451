import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { installTool } from '../support/npm-folder.ts';
import { files } from './core-folders.ts';

/** How Stryker runs for one folder of the core. */
interface FolderRun {
  /** How many processes run tests. */
  readonly concurrency: number;
  /** Tries each mutant again, whatever was found before. */
  readonly force: boolean;
}

/** A mutant that no test noticed. */
interface Survivor {
  /** The file and its line, as a terminal shows it. */
  readonly place: string;
  /** What `survivors.json` lists: the file, the code and what replaced it, on one line. */
  readonly change: string;
}

/** What Stryker says of a mutant. Its lines and columns begin at 1. */
interface MutantResult {
  readonly fileName: string;
  readonly location: Readonly<Record<'start' | 'end', { line: number; column: number }>>;
  readonly replacement?: string;
  readonly status: string;
}

/** What became of the mutants of a folder. */
export interface FolderScore {
  readonly mutants: number;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

const oneLine = (code: string): string => code.replace(/\s+/g, ' ').trim();

function survivorOf({ fileName, location, replacement = '' }: MutantResult): Survivor {
  const { start, end } = location;
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  // The end first: on a single line, the start would move it.
  lines.push(lines.pop()?.slice(0, end.column - 1) ?? '');
  lines.unshift(lines.shift()?.slice(start.column - 1) ?? '');
  return {
    place: `${relative(process.cwd(), fileName)}:${start.line}`,
    change: `${basename(fileName)}: ${oneLine(lines.join('\n'))} → ${oneLine(replacement)}`,
  };
}

/**
 * Tries the mutants of a folder of the core: those that changed since it ran last, those whose tests did, and survivors
 * that a new test reaches. A mutant that no test survives long enough to notice counts as killed.
 */
export async function mutateFolder(folder: string, run: FolderRun): Promise<FolderScore> {
  const { Stryker } = await installTool('mutation').load('@stryker-mutator/core');
  const results: readonly MutantResult[] = await new Stryker({
    ...run,
    mutate: [...files(folder)],
    plugins: [join(import.meta.dirname, 'runner.ts')],
    testRunner: 'core',
    coverageAnalysis: 'perTest',
    // All that is copied to where the tests run.
    ignorePatterns: ['**', '!core/**', '!tests/**', '!package.json', 'tests/tools'],
    disableTypeChecks: false,
    // It would need the API of an older TypeScript to read one.
    tsconfigFile: 'none',
    checkers: [],
    incremental: true,
    incrementalFile: `reports/mutation/${folder}.json`,
    timeoutMS: 10_000,
    reporters: [],
    logLevel: 'error',
    allowConsoleColors: false,
  }).runMutationTest();
  const survivors = results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(survivorOf);
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  return { mutants: killed + survivors.length, killed, survivors };
}
