import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../../scripts/support/command.ts';
import type { ApiOfEntry } from './api-reports.ts';

/** What the model of API Extractor says of a name or of a member; its file holds more. */
interface ModelItem {
  readonly name: string;
  readonly kind: string;
  /** `!~` stands in that of a type without a public name. */
  readonly canonicalReference: string;
  readonly docComment?: string;
  readonly excerptTokens?: readonly { readonly text: string }[];
  readonly members?: readonly ModelItem[];
}

const comments = /\/\*\*[\s\S]*?\*\/\s*/g;
const sources = /(?:^| )Source: ([\s\S]*?)\.?$/;

/** The text of a docstring, in paragraphs without line breaks. */
const textOf = ({ docComment = '' }: ModelItem): string =>
  docComment
    .replace(/^\/\*\*|\*\/\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/(?<=\S)\n(?=[^\s-])/g, ' ')
    .trim();

/** A docstring; where its rule comes from stands on a line of its own, with links from the page of `entry`. */
function paragraphOf(item: ModelItem, entry: string): string {
  const docs = textOf(item);
  const up = '../'.repeat(entry.split('/').length);
  const source = sources.exec(docs)?.[1]?.replaceAll(/docs\/[\w./#-]*\w/g, `[$&](${up}$&)`);
  const said = docs.replace(sources, '').trim();
  return [said, ...(source ? [`Source: ${source}.`] : [])].filter(Boolean).join('\n\n');
}

const declarationOf = ({ excerptTokens = [] }: ModelItem): string =>
  excerptTokens
    .map(({ text }) => text)
    .join('')
    .replaceAll(comments, '')
    .replace(/^export (declare )?/, '')
    .trim();

function codeOf(item: ModelItem): string {
  const { name, members = [] } = item;
  const declaration = declarationOf(item);
  // Of a constant, API Extractor leaves out the keyword.
  const head = declaration.startsWith(`${name}:`) ? `const ${declaration}` : declaration;
  const lines = members.flatMap((member) => {
    const docs = textOf(member).replaceAll('\n', ' ');
    return [...(docs ? [`  /** ${docs} */`] : []), `  ${declarationOf(member)}`];
  });
  return ['```ts', ...(lines.length > 0 ? [`${head} {`, ...lines, '}'] : [head]), '```'].join('\n');
}

/** Names of other packages that an entry passes on, which the model leaves out. */
const passedOn = (report: string) =>
  [...report.matchAll(/^export \{ (\w+) \}/gm)].map(([, name = '']) => {
    const from = new RegExp(`^import (?:type )?\\{ ${name} \\} from '(.+)';`, 'm').exec(
      report,
    )?.[1];
    return { name, text: `\`\`\`ts\nexport { ${name} } from '${from}';\n\`\`\`\n\nAs in ${from}.` };
  });

const usedIntroduction =
  'They have no name to import: `Parameters<typeof f>` gives what a function `f` takes, by position.';

const isFunction = (member: ModelItem): boolean =>
  /^(readonly )?\w+\??: (<.*>)?\(/s.test(declarationOf(member));

/** The names and types of a page, and the functions of interfaces among them, that have no docstring. */
const bareOf = (items: readonly ModelItem[]): readonly string[] =>
  items.flatMap((item) => {
    const silent = (item.members ?? []).filter((one) => textOf(one) === '' && isFunction(one));
    const parts = silent.map((one) => `${item.name} ${declarationOf(one)}`);
    return textOf(item) === '' ? [item.name, ...parts] : parts;
  });

function pageOf(title: string, { entry, report, model }: ApiOfEntry) {
  const [{ members = [] } = {}] = (JSON.parse(model) as ModelItem).members ?? [];
  const isUsed = ({ canonicalReference }: ModelItem) => canonicalReference.includes('!~');
  const own = members.filter((item) => !isUsed(item));
  // What only tells types apart, such as a unique symbol, explains nothing.
  const used = members.filter((item) => isUsed(item) && /^(Interface|TypeAlias)$/.test(item.kind));
  const sectionOf = (item: ModelItem) => ({
    name: item.name,
    text: `${codeOf(item)}\n\n${paragraphOf(item, entry)}`,
  });
  const named = [...own.map(sectionOf), ...passedOn(report)];
  const text = [
    `# ${title}`,
    ...named.map((one) => `## ${one.name}\n\n${one.text}`),
    ...(used.length > 0 ? ['## Types that these use', usedIntroduction] : []),
    ...used.map(sectionOf).map((one) => `### ${one.name}\n\n${one.text}`),
  ];
  const links = named.map(({ name }) => `[${name}](${entry}.md#${name.toLowerCase()})`);
  return {
    bare: bareOf([...own, ...used]).map((one) => `${entry}: ${one}`),
    text: `${text.join('\n\n')}\n`,
    row: `| [${entry}](${entry}.md) | ${links.join(', ')} |`,
  };
}

const introduction = `Every name, by module, with its declaration and its description. Made from the docstrings; the pages of the folder
\`docs\` that they cite are in the package. Beside each page, a file \`.api.md\` has the declarations alone, as API Extractor
reports them: two versions are compared by these.

| Module | Names |
|---|---|`;

/**
 * Writes the reference of a built package to its folder `api`: a page and a report for each entry, and a list of the pages.
 * Throws for a name, a type that a declaration uses or a function of an interface without a docstring.
 */
export function writeReference(
  folder: string,
  packageName: string,
  api: readonly ApiOfEntry[],
): void {
  const target = join(folder, 'api');
  rmSync(target, { recursive: true, force: true });
  const pages = api.map((one) => pageOf(`${packageName}/${one.entry}`, one));
  const bare = pages.flatMap((page) => page.bare);
  if (bare.length > 0) throw new CommandError(`Without a docstring:\n${bare.join('\n')}`);
  for (const [index, { entry, report }] of api.entries()) {
    mkdirSync(dirname(join(target, entry)), { recursive: true });
    writeFileSync(join(target, `${entry}.md`), pages[index]?.text ?? '');
    writeFileSync(join(target, `${entry}.api.md`), report);
  }
  const list = [`# API of ${packageName}`, '', introduction, ...pages.map(({ row }) => row), ''];
  writeFileSync(join(target, 'README.md'), list.join('\n'));
}
