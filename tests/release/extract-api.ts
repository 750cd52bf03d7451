import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { withParameterNames } from './parameter-names.ts';

/** A name that a module of a package exports, or a type without a public name that the declarations of a module use. */
export interface ApiName {
  readonly module: string;
  readonly name: string;
  readonly isPublic: boolean;
  /** Its declaration; of an interface the head, without members. */
  readonly declaration: string;
  readonly members: readonly ApiMember[];
  /** Its docstring as plain text; empty if it has none. */
  readonly docs: string;
}

/** A member of an interface. */
export interface ApiMember {
  readonly declaration: string;
  readonly docs: string;
}

/** What API Extractor writes of a name; its file holds more. */
interface ModelItem {
  readonly name: string;
  readonly kind: string;
  /** Unique in the model, also where files have types of one name; `!~` stands in that of a type without a public name. */
  readonly canonicalReference: string;
  readonly docComment?: string;
  readonly excerptTokens?: readonly {
    readonly text: string;
    /** What a name in the declaration refers to. */
    readonly canonicalReference?: string;
  }[];
  readonly members?: readonly ModelItem[];
}

/** The modules that the manifest of a built package exports, each with the folder of its declarations. */
function modulesOf(folder: string): readonly (readonly [name: string, path: string])[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly types?: string }>>;
  };
  return Object.entries(exports)
    .flatMap(([path, { types }]) => {
      const [, name] = /^\.\/([\w/-]+)$/.exec(path) ?? [];
      return name && types ? [[name, dirname(types)] as const] : [];
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The text of a docstring, in paragraphs without line breaks. */
const textOf = (comment = ''): string =>
  comment
    .replace(/^\/\*\*|\*\/\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/(?<=\S)\n(?=[^\s-])/g, ' ')
    .trim();

const declarationOf = ({ kind, excerptTokens = [] }: ModelItem): string =>
  (kind === 'Variable' ? 'const ' : '') +
  withParameterNames(
    excerptTokens
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\/\*\*[\s\S]*?\*\/\s*/g, '')
      .replace(/^export (declare )?/, '')
      .trim(),
  );

/** A type has a number behind its name where another file has one of the same name. */
const plainName = (name: string) => name.replace(/_\d+$/, '');

const toName = (module: string, item: ModelItem, isPublic: boolean): ApiName => ({
  module,
  name: isPublic ? item.name : plainName(item.name),
  isPublic,
  declaration: declarationOf(item),
  members: (item.members ?? []).map(toMember),
  docs: textOf(item.docComment),
});

/** What the declarations of an item and of its members refer to. */
const referencesOf = ({ excerptTokens = [], members = [] }: ModelItem): readonly string[] => [
  ...excerptTokens.flatMap(({ canonicalReference = [] }) => canonicalReference),
  ...members.flatMap(referencesOf),
];

/**
 * The types without a public name that the declarations of a module use, and those that these use, by name. `types` are
 * those of all files by reference, as another module may publish another type of the same name.
 */
function usedBy(
  module: string,
  items: readonly ModelItem[],
  types: ReadonlyMap<string, ModelItem>,
): readonly ApiName[] {
  const found = new Map<string, ApiName>();
  const visit = (item: ModelItem): void => {
    for (const reference of referencesOf(item)) {
      const type = types.get(reference);
      if (!type || found.has(reference)) continue;
      found.set(reference, toName(module, type, false));
      visit(type);
    }
  };
  items.forEach(visit);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Names of other packages that a module passes on, which API Extractor leaves out. */
function passedOn(folder: string, module: string): readonly ApiName[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.d.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(/^export \{([^}]*)\} from '([^.'][^']*)';/gm)].flatMap(
      ([, list = '', from]) =>
        list.split(',').map((listed) => ({
          module,
          isPublic: true,
          name: listed.replace('type ', '').trim(),
          declaration: `export {${listed.trimEnd()} } from '${from}';`,
          members: [],
          docs: `As in ${from}.`,
        })),
    );
  });
}

const toMember = (item: ModelItem): ApiMember => ({
  declaration: declarationOf(item),
  docs: textOf(item.docComment),
});

/**
 * Every name that the modules of a built package export, by module and name, from its declarations. Throws when these
 * cannot be analysed.
 */
export function extractApi(folder: string): readonly ApiName[] {
  const modules = modulesOf(folder);
  const entry = join(folder, 'every-module.d.ts');
  const model = join(folder, 'every-module.api.json');
  const lines = modules.map(([, path], index) => `export * as m${index} from '${path}/index.js';`);
  writeFileSync(entry, `${lines.join('\n')}\n`);
  try {
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: join(folder, 'package.json'),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: entry,
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              target: 'es2024',
              // Another package of the repository is read from its sources.
              allowImportingTsExtensions: true,
              noEmit: true,
              module: 'nodenext',
              types: [],
              skipLibCheck: true,
            },
            include: [entry],
          },
        },
        apiReport: { enabled: false },
        docModel: { enabled: true, apiJsonFilePath: model, includeForgottenExports: true },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
      },
    });
    const wrong = new Set<string>();
    Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => {
        // Whether a name has a docstring, `npm run check` says of the sources.
        if (message.messageId.startsWith('TS')) wrong.add(message.text);
        message.handled = true;
      },
    });
    if (wrong.size > 0) throw new Error(`The declarations in ${folder}: ${[...wrong].join('; ')}`);
    const made = JSON.parse(readFileSync(model, 'utf8')) as ModelItem;
    const read = made.members?.[0]?.members ?? [];
    const types = new Map(
      read
        .filter(({ kind }) => /^(Interface|TypeAlias)$/.test(kind))
        .map((item) => [item.canonicalReference, item]),
    );
    return modules.flatMap(([module, path], index) => {
      const { members = [] } = read.find(({ name }) => name === `m${index}`) ?? {};
      return [
        ...members.map((item) => toName(module, item, true)),
        ...passedOn(join(folder, path), module),
        ...usedBy(module, members, types),
      ];
    });
  } finally {
    for (const path of [entry, model]) rmSync(path, { force: true });
  }
}
