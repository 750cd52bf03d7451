import { readArticles } from '@coachsite/adapters/articles';
import type { Article, Finding, SiteManifest } from '@coachsite/adapters/contract';
import { type Post, publishedPosts } from '@coachsite/core/blog';
import { speculationRules } from '../src/document/speculation-rules.ts';
import { policyVersion } from '../src/site/policy-version.ts';

import { articlesFolder } from './source-hash.ts';

export { development } from '../vite.config.ts';
export { findingText } from './finding-text.ts';

/** The manifest of Vite's development server, which serves the sources. */
export const developmentManifest: SiteManifest = {
  app: '/src/app/main.tsx',
  session: '/src/document/session-script.ts',
  styles: '/src/app/styles.css',
  document: '/src/document/index.ts',
  font: '/@fs/unused',
  startScript: '',
  speculationRules,
  policyVersion,
  stylesByPage: {},
  changedOn: {},
};

/** Every article as it is in its file now, drafts and those that wait included; mistakes go to `onFinding`. */
export function developedPosts(onFinding: (finding: Finding) => void): readonly Post<Article>[] {
  const { articles, findings } = readArticles(articlesFolder, 'ui/content/articles');
  findings.forEach(onFinding);
  const shown = articles.map((article) => ({ ...article, draft: false }));
  return publishedPosts(shown, '9999-12-31');
}
