import { join } from 'node:path';
import { readArticles } from '@coachsite/adapters/articles';
import type { Article } from '@coachsite/adapters/contract';

/** The folder of the site's own articles. */
export const articlesFolder: string = join(import.meta.dirname, '../../ui/content/articles');

/** The site's own articles, drafts and those that wait included. */
export function realArticles(): readonly Article[] {
  return readArticles(articlesFolder, 'ui/content/articles').articles;
}
