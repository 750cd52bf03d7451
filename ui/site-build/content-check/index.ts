import { readArticles } from '@coachsite/adapters/articles';
import type { Finding } from '@coachsite/adapters/contract';
import { articlesFolder } from '../source-hash.ts';
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

const articlesPath = 'ui/content/articles';

/** Checks texts, articles and facts without building anything. Source: docs/contract.md#1. */
export function checkContent(now: number = Date.now()): ContentReport {
  const texts = readTexts();
  const read = readArticles(articlesFolder, articlesPath);
  const articles = read.articles.map((article) => ({
    file: `${articlesPath}/${article.slug}.${article.language}.md`,
    article,
  }));
  const facts = checkFacts(now);
  const mistakes = [
    ...checkTexts(texts),
    ...read.findings,
    ...checkLengths(texts, articles),
    ...checkLinks(texts, articles),
    ...facts.mistakes,
  ];
  return { mistakes, reminders: facts.reminders };
}
