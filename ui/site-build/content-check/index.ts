import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArticles } from '@coachsite/adapters/articles';
import type { Finding } from '@coachsite/adapters/contract';
import { checkFacts } from './facts.ts';
import { checkLengths } from './lengths.ts';
import { checkLinks } from './links.ts';
import { checkTexts, readTexts } from './texts.ts';

export { findingText } from '../finding-text.ts';

/** What is wrong with the content, and what somebody should look at again. */
export interface ContentReport {
  readonly mistakes: readonly Finding[];
  readonly reminders: readonly Finding[];
}

const contentFolder = join(import.meta.dirname, '..', '..', 'content');
const articlesPath = 'ui/content/articles';

/** Checks texts, articles and facts without building anything. Source: docs/contract.md#1. */
export function checkContent({ content = contentFolder, now = Date.now() } = {}): ContentReport {
  const texts = readTexts(content);
  const read = readArticles(join(content, 'articles'), articlesPath);
  const articles = read.articles.map((article) => {
    const name = `${article.slug}.${article.language}.md`;
    const raw = readFileSync(join(content, 'articles', name), 'utf8');
    return { file: `${articlesPath}/${name}`, raw, article };
  });
  const facts = checkFacts(content, now);
  const mistakes = [
    ...checkTexts(texts),
    ...read.findings,
    ...(facts.site ? checkLengths(texts, articles, facts.site) : []),
    ...checkLinks(texts, articles),
    ...facts.mistakes,
  ];
  return { mistakes, reminders: facts.reminders };
}
