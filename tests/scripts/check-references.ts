import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCommand } from '../../scripts/support/command.ts';
import { anchorsOf } from '../support/anchors.ts';

const help = `node tests/scripts/check-references.ts [FOLDER]

Follows every \`Source:\` of the code, every link and every path of the docs and READMEs, and compares the folders that
docs/architecture.md lists with those that are there. Names each that leads nowhere by file and line.`;

const skipped = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results']);
/** Code that cites; the test of this check plants citations that lead nowhere. */
const code = /(?<!check-references\.test)\.(ts|tsx|mjs|css|sql|grit)$/;

/** A page of the docs is cited by its anchor, a decision as a whole, and a standard in words. */
const page = /^docs\/(decisions\/[\w-]+\.md|[\w-]+\.md#[\w.-]+)$/;
const standard =
  /^(RFC \d+|ISO(\/IEC)? \d+(-\d+)?|ITU-T [A-Z]\.\d+|W3C PNG|WCAG 2\.2|OWASP ASVS 5\.0|NIST SP [\w-]+|OpenID Connect Core|SAML 2\.0|WAI-ARIA APG|HTML|CSS [A-Z]\w+ \d|ECMA-\d+)( [\w.]+)*$/;

/** The first page of a package or folder. */
const isReadme = /\/README\.md$/;

/** The folders whose subfolders docs/architecture.md lists. */
const listedFolders = 'core/src adapters/src adapters/src/node server/src ui/src tests'.split(' ');

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter((entry) => !skipped.has(entry.name))
    .map(({ name }) => name);

function filesUnder(folder: string): string[] {
  const own = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
  return [...own, ...foldersIn(folder).flatMap((name) => filesUnder(join(folder, name)))];
}

/** The text after `Source:` to the end of its sentence, over the lines of its comment. */
function citationAt(lines: readonly string[], index: number): string {
  const first = (lines[index] ?? '').replace(/^.*?\bSources?:( |$)/, '');
  const rest = lines
    .slice(index + 1)
    .map((line) => line.match(/^\s*(?:\*(?!\/)|\/\/|--)(.*)$/)?.[1]);
  const end = rest.findIndex((line) => line === undefined || line.trim() === '');
  const text = [first, ...rest.slice(0, end < 0 ? undefined : end)].join(' ').replace(/\s+/g, ' ');
  return text.replace(/\s*(\*\/|\.(\s|$)).*$/, '').trim();
}

/** Every reference under `root` that leads nowhere, as `file:line what`. */
function deadReferences(root: string): readonly string[] {
  const dead: string[] = [];
  const report = (file: string, index: number, what: string) =>
    dead.push(`${relative(root, file)}:${index + 1} ${what}`);
  const anchors = new Map<string, ReadonlySet<string | undefined>>();
  const leads = (file: string, anchor?: string): boolean => {
    if (!existsSync(file)) return false;
    if (!anchor) return true;
    if (!statSync(file).isFile()) return false;
    const known = anchors.get(file) ?? anchorsOf(readFileSync(file, 'utf8'));
    anchors.set(file, known);
    return known.has(anchor);
  };

  const checkCode = (file: string) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    lines.forEach((text, index) => {
      for (const [name, target = '', anchor] of text.matchAll(
        /\b(docs\/[\w/-]+\.md)(?:#([\w.-]*\w))?/g,
      )) {
        if (!leads(join(root, target), anchor)) report(file, index, `cites ${name}`);
      }
      if (!/(\*|\/\/|--).*\bSources?:( |$)/.test(text)) return;
      for (const cited of citationAt(lines, index).split(/, */)) {
        if (!page.test(cited) && !standard.test(cited)) report(file, index, `cites "${cited}"`);
      }
    });
  };

  const checkPage = (file: string) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    lines.forEach((text, index) => {
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [linked = '', anchor] = target.split('#');
        if (!leads(linked ? join(dirname(file), linked) : file, anchor))
          report(file, index, `links to ${target}`);
      }
      // Decisions may name what a later one removed.
      if (![root, join(root, 'docs')].includes(dirname(file)) && !isReadme.test(file)) return;
      const paths = /`((?:core|adapters|server|ui|tests|scripts|docs)(?:\/[\w.-]+)+)`/g;
      for (const [, path = ''] of text.matchAll(paths)) {
        // What a build or a run writes is missing from a fresh clone.
        if (path.split('/').some((name) => skipped.has(name))) continue;
        if (!existsSync(join(root, path))) report(file, index, `names ${path}`);
      }
    });
  };

  const atRoot = readdirSync(root).map((name) => join(root, name));
  const inPackages = ['core', 'adapters', 'server', 'ui', 'scripts', 'tests'].flatMap((folder) =>
    filesUnder(join(root, folder)),
  );
  const inDocs = filesUnder(join(root, 'docs'));
  [...atRoot, ...inPackages, ...inDocs].filter((file) => code.test(file)).forEach(checkCode);
  filesUnder(join(root, 'docs/deploy')).forEach(checkCode);
  [...atRoot, ...inDocs].filter((file) => file.endsWith('.md')).forEach(checkPage);
  inPackages.filter((file) => isReadme.test(file)).forEach(checkPage);

  const architecture = join(root, 'docs/architecture.md');
  const listed = readFileSync(architecture, 'utf8');
  for (const folder of listedFolders) {
    for (const name of foldersIn(join(root, folder))) {
      if (!listed.includes(`\`${folder}/${name}\``)) {
        report(architecture, 0, `does not list ${folder}/${name}`);
      }
    }
  }
  return dead;
}

await runCommand({
  help,
  mayFollow: 1,
  run: async (_values, root = join(import.meta.dirname, '..', '..')) => {
    const dead = deadReferences(root);
    if (dead.length > 0) console.error(dead.join('\n'));
    return dead.length > 0 ? 1 : 0;
  },
});
