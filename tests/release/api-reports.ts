import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Body } from '../support/auth-client.ts';
import { installTool } from '../support/npm-folder.ts';

/** What API Extractor says of one entry of a package. */
export interface ApiOfEntry {
  /** Without the name of the package. */
  readonly entry: string;
  /** Its declarations, as they are kept for the reader of a diff. */
  readonly report: string;
  /** The same with docstrings, as JSON. */
  readonly model: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, { readonly types?: string }>>;
}

/** The entries of a built package with their declarations; the list of all of them has no report of its own. */
const entriesOf = ({ exports }: Manifest): readonly (readonly [entry: string, types: string])[] =>
  Object.entries(exports)
    .flatMap(([path, { types }]) =>
      path !== '.' && types ? [[path.slice(2), types] as const] : [],
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Copies the declarations of a package, with its other entries imported by their names: what an entry takes from another one
 * is named in its report then, and not repeated.
 */
function copyDeclarations(folder: string, target: string, manifest: Manifest): void {
  const names = new Map(
    entriesOf(manifest).map(([entry, types]) => [
      resolve(folder, types),
      `${manifest.name}/${entry}`,
    ]),
  );
  for (const path of globSync('**/*.d.ts', { cwd: folder })) {
    const own = dirname(resolve(folder, path));
    const text = readFileSync(join(folder, path), 'utf8').replaceAll(
      /'(\.\.?\/[^']+)\.ts'/g,
      (specifier, to: string) => {
        const name = names.get(resolve(own, `${to}.d.ts`));
        return name === undefined ? specifier : `'${name}'`;
      },
    );
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
  // Without a name, so that the name of the package leads out of the copy.
  writeFileSync(join(target, 'package.json'), '{"type":"module"}');
  const link = join(target, 'node_modules', manifest.name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(folder, link);
}

const silent = { logLevel: 'none' };

/** What API Extractor is to read, and to write into `work`. */
const configOf = (folder: string, work: string, files: readonly string[], entry: string) => ({
  packageJsonFullPath: join(folder, 'package.json'),
  configObject: {
    projectFolder: folder,
    mainEntryPointFilePath: entry,
    newlineKind: 'lf',
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          target: 'es2024',
          allowImportingTsExtensions: true,
          noEmit: true,
          module: 'nodenext',
          types: [],
          skipLibCheck: true,
        },
        files,
      },
    },
    apiReport: {
      enabled: true,
      // A port more in a type without a public name breaks callers too.
      includeForgottenExports: true,
      reportFileName: 'made',
      reportFolder: work,
      reportTempFolder: work,
    },
    docModel: {
      enabled: true,
      includeForgottenExports: true,
      apiJsonFilePath: join(work, 'made.api.json'),
    },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      extractorMessageReporting: { default: silent },
      tsdocMessageReporting: { default: silent },
    },
  },
});

/** Has API Extractor read every entry of a built package. Throws when its declarations cannot be analysed. */
export async function readApi(folder: string): Promise<readonly ApiOfEntry[]> {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const work = join(folder, 'api-work');
  const entries = entriesOf(manifest);
  const files = entries.map(([, types]) => join(work, types));
  const tool = await installTool('packaging').load('@microsoft/api-extractor');
  const { CompilerState, Extractor, ExtractorConfig } = tool;
  let compilerState: unknown;
  try {
    copyDeclarations(folder, work, manifest);
    return entries.map(([entry, types]) => {
      const config = ExtractorConfig.prepare(configOf(folder, work, files, join(work, types)));
      // To read the files once takes longer than all the rest.
      compilerState ??= CompilerState.create(config, { additionalEntryPoints: files });
      Extractor.invoke(config, {
        localBuild: true,
        compilerState,
        // The compiler has just written these declarations; the reference says which have no docstring.
        messageCallback: (message: Body) => {
          message.handled = true;
        },
      });
      const made = (ending: string) => readFileSync(join(work, `made.${ending}`), 'utf8');
      return { entry, report: made('api.md'), model: made('api.json') };
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
