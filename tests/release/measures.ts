import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { CommandError } from '../../scripts/support/command.ts';
import { packages } from './last-release.ts';

/** What the notes of a release say of its packages. */
export interface Measures {
  /** Bytes of each entry, minified, without the packages that it needs. */
  readonly bytes: ReadonlyMap<string, number>;
  /** Seconds in which the compiler reads and checks the declarations of all entries, by package. */
  readonly seconds: ReadonlyMap<string, number>;
}

async function bytesOf(input: string): Promise<number> {
  const bundle = await rolldown({
    input,
    external: /^[^./]/,
    platform: 'node',
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const chunks = output.map((one) => (one.type === 'chunk' ? Buffer.byteLength(one.code) : 0));
  return chunks.reduce((sum, bytes) => sum + bytes, 0);
}

/** The time of the compiler itself. */
function secondsOf(root: string, folder: string, name: string, entries: readonly string[]): number {
  const file = join(folder, `${name}.ts`);
  const imports = entries.map((entry, i) => `import * as e${i} from '@coachsite/${entry}';`);
  writeFileSync(file, imports.join('\n'));
  const options = `--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node
    --ignoreConfig --preserveSymlinks --extendedDiagnostics`;
  const given = [...options.split(/\s+/), file];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(tsc, given, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new CommandError(`tsc finds mistakes in ${name}: ${stdout}`);
  return Number(/^Total time: +([\d.]+)s/m.exec(stdout)?.[1]);
}

/** Measures the built packages of a copy of the repository. Throws where one does not compile. */
export async function measurePackages(root: string): Promise<Measures> {
  const [bytes, seconds] = [new Map<string, number>(), new Map<string, number>()];
  // Where the compiler finds the packages of the project, and the built ones before those.
  const folder = mkdtempSync(join(root, 'node_modules/.measured-'));
  try {
    mkdirSync(join(folder, 'node_modules/@coachsite'), { recursive: true });
    for (const name of packages)
      symlinkSync(join(root, name, 'dist'), join(folder, 'node_modules/@coachsite', name));
    for (const name of packages) {
      const manifest = readFileSync(join(root, name, 'dist/package.json'), 'utf8');
      const { './package.json': _, ...exported } = JSON.parse(manifest).exports;
      const paths = Object.keys(exported).sort();
      for (const path of paths) {
        const size = await bytesOf(join(root, name, 'dist', exported[path].default));
        bytes.set(join(name, path), size);
      }
      const entries = paths.map((path) => join(name, path));
      seconds.set(name, secondsOf(root, folder, name, entries));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { bytes, seconds };
}

const inWords = (bytes: number) => bytes.toLocaleString('en');
/** A size that differs by more than this from the one before is named, as a part of it. */
const noticed = 0.02;

/** The sizes that the notes of a release have. */
export const sizesIn = (notes: string): ReadonlyMap<string, number> =>
  new Map(
    [...notes.matchAll(/^\| ([\w/-]+) \| ([\d,]+) \|/gm)].map(([, entry = '', bytes = '']) => [
      entry,
      Number(bytes.replaceAll(',', '')),
    ]),
  );

/** The part of the notes about size and type check, with what differs from `before`, the sizes of the release `last`. */
export function measuresText(
  { bytes, seconds }: Measures,
  before: ReadonlyMap<string, number>,
  last: string,
): string {
  const changes = [...bytes].flatMap(([entry, size]) => {
    const was = before.get(entry);
    if (was === undefined) return [`${entry} is new`];
    const part = (size - was) / was;
    const sign = part > 0 ? '+' : '−';
    return Math.abs(part) > noticed
      ? [`${entry} ${sign}${(Math.abs(part) * 100).toFixed(1)} %`]
      : [];
  });
  const gone = [...before.keys()].filter((entry) => !bytes.has(entry));
  const named = [...changes, ...gone.map((entry) => `${entry} is gone`)];
  const compared = [
    `Every entry is within ${noticed * 100} % of ${last}${named.length > 0 ? `, but: ${named.join(', ')}` : ''}.`,
  ];
  const times = [...seconds].map(([name, time]) => `${name} ${time.toFixed(1)} s`).join(', ');
  return [
    '## Size and type check\n',
    'Bytes of each entry, minified, without the packages that it needs.',
    ...(before.size > 0 ? compared : []),
    `TypeScript reads and checks the declarations of all entries in: ${times}.\n`,
    '| Entry | Bytes |\n|---|---|',
    ...[...bytes].map(([entry, size]) => `| ${entry} | ${inWords(size)} |`),
  ].join('\n');
}
