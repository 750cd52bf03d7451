import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { snapshotOf } from './api-changes.ts';
import { type ApiMember, type ApiName, extractApi } from './extract-api.ts';

const sources = /(?:^| )Source: ([\s\S]*?)\.?$/;

/** A docstring; where its rule comes from stands on a line of its own, with links from the page of `module`. */
function paragraphOf(docs: string, module: string): string {
  const up = '../'.repeat(module.split('/').length);
  const source = sources.exec(docs)?.[1]?.replaceAll(/docs\/[\w./#-]*\w/g, `[$&](${up}$&)`);
  const said = docs.replace(sources, '').trim();
  return [said, ...(source ? [`Source: ${source}.`] : [])].filter(Boolean).join('\n\n');
}

const memberLines = ({ declaration, docs }: ApiMember): readonly string[] => [
  ...(docs ? [`  /** ${docs.replaceAll('\n', ' ')} */`] : []),
  `  ${declaration}`,
];

const isFunction = ({ declaration }: ApiMember): boolean =>
  /^(readonly )?\w+\??: (<.*>)?\(/s.test(declaration);

function codeOf({ name, declaration, members }: ApiName): string {
  // Of a constant that is a function, API Extractor leaves out the keyword.
  const head = declaration.startsWith(`${name}:`) ? `const ${declaration}` : declaration;
  const lines = members.length > 0 ? [`${head} {`, ...members.flatMap(memberLines), '}'] : [head];
  return ['```ts', ...lines, '```'].join('\n');
}

const sectionOf = (name: ApiName, level: '##' | '###'): string =>
  [`${level} ${name.name}`, codeOf(name), paragraphOf(name.docs, name.module)]
    .filter(Boolean)
    .join('\n\n');

function pageOf(packageName: string, module: string, names: readonly ApiName[]): string {
  const [named, used] = [names.filter((one) => one.isPublic), names.filter((one) => !one.isPublic)];
  return [
    `# ${packageName}/${module}`,
    ...named.map((name) => sectionOf(name, '##')),
    ...(used.length > 0 ? ['## Types that these use', usedIntroduction] : []),
    ...used.map((name) => sectionOf(name, '###')),
  ].join('\n\n');
}

const usedIntroduction =
  'They have no name to import: `Parameters<typeof f>` gives what a function `f` takes, by position.';

const indexOf = (packageName: string, byModule: ReadonlyMap<string, readonly ApiName[]>) =>
  [
    `# API of ${packageName}`,
    '',
    'Every name, by module, with its declaration and its description. Made from the docstrings; the pages of the folder',
    '`docs` that they cite are in the package.',
    '',
    '| Module | Names |',
    '|---|---|',
    ...[...byModule].map(([module, names]) => {
      const named = names.filter(({ isPublic }) => isPublic);
      const links = named.map(({ name }) => `[${name}](${module}.md#${name.toLowerCase()})`);
      return `| [${module}](${module}.md) | ${links.join(', ')} |`;
    }),
  ].join('\n');

/**
 * Writes the reference of a built package to its folder `api`: a page for each module, a list of them, and `names.json` to
 * compare versions with. Returns how many public names it has. Throws for a name, a type that a declaration uses or a
 * function of an interface without a docstring.
 */
export function writeReference(folder: string, packageName: string): number {
  const names = extractApi(folder);
  const bare = names.flatMap(({ module, name, docs, members }) => {
    const silent = members.filter((member) => member.docs === '' && isFunction(member));
    const parts = silent.map(({ declaration }) => `${module}.${name} ${declaration}`);
    return docs === '' ? [`${module}.${name}`, ...parts] : parts;
  });
  if (bare.length > 0) throw new Error(`Without a docstring:\n${bare.join('\n')}`);
  const target = join(folder, 'api');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const byModule = Map.groupBy(names, ({ module }) => module);
  for (const [module, own] of byModule) {
    const path = join(target, `${module}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${pageOf(packageName, module, own)}\n`);
  }
  writeFileSync(join(target, 'README.md'), `${indexOf(packageName, byModule)}\n`);
  writeFileSync(join(target, 'names.json'), `${JSON.stringify(snapshotOf(names), null, 1)}\n`);
  return names.filter(({ isPublic }) => isPublic).length;
}
