import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * Copies the pages that the files of a built package name, such as the `Source:` of a docstring does, to the same paths in
 * it. Of their links to other pages of the repository the words remain.
 */
export function copyCitedPages(target: string): void {
  const files = globSync(join(target, '**/*.{js,d.ts,md}'));
  const texts = files.map((path) => readFileSync(path, 'utf8')).join('\n');
  const cited = new Set(texts.match(/\bdocs\/(?!releases\/)[\w/-]+\.md\b/g));
  for (const path of cited) {
    const leads = (to: string) =>
      /^(?:https?:|#)/.test(to) || cited.has(normalize(join(dirname(path), to.replace(/#.*/, ''))));
    const page = readFileSync(join(root, path), 'utf8').replaceAll(
      /\[([^\]]+)\]\(([^)\s]+)\)/g,
      (link, words: string, to: string) => (leads(to) ? link : words),
    );
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), page);
  }
}
