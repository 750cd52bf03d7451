import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readingMinutes } from '@coachsite/core/blog';
import type { Language } from '@coachsite/core/language';
import type { Article, ArticleFile, Finding } from '../../contract/index.ts';
import { articleText } from './article-text.ts';
import { readBody } from './body.ts';
import { divide, readFrontMatter } from './front-matter.ts';
import { findingsOf } from './parsed.ts';

/** The articles of a folder, without those whose file has a mistake, and the mistakes. */
export type ReadArticles = ArticleFile;

const fileName = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(nl|en)\.md$/;

/** The file of one article: the article, or what is wrong with the file. */
function readArticle(
  name: string,
  path: string,
  text: string,
): { readonly article?: Article; readonly findings: readonly Finding[] } {
  const findings = findingsOf(path);
  const [, slug = '', language = ''] = fileName.exec(name) ?? [];
  if (!slug) {
    findings.add(undefined, 'a file is called my-article.nl.md or my-article.en.md');
    return { findings: findings.list };
  }
  const divided = divide(text);
  if (!divided) {
    findings.add(1, 'the file begins with its facts between two lines ---');
    return { findings: findings.list };
  }
  const front = readFrontMatter(divided.front, findings);
  const { bodyLine } = divided;
  const { anchor } = front ?? {};
  const body = readBody(divided.body, { findings, bodyLine, ...(anchor && { anchor }) });
  if (!front || findings.list.length > 0) return { findings: findings.list };
  const { date, updated, title: written, anchor: _anchor, notice, ...facts } = front;
  const titleLines = written.split(' / ');
  const own = { title: titleLines.join(' '), titleLines, lead: facts.lead, ...body };
  const article = {
    slug,
    language: language as Language,
    ...facts,
    ...own,
    publishedOn: date,
    updatedOn: updated ?? date,
    minutes: readingMinutes(articleText(own as Article)),
    ...(notice && { notice }),
  } as Article;
  return { article, findings: [] };
}

/**
 * Reads every article in `folder`; a folder that is missing holds none. A file with a mistake is left out, and the
 * mistake names the file as `shownAs/<name>` and its line. Source: docs/rules.md#reading-articles.
 */
export function readArticles(folder: string, shownAs: string): ReadArticles {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const read = names
    .filter((name) => !name.startsWith('.'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return readArticle(name, `${shownAs}/${name}`, text);
    });
  return {
    articles: read.flatMap(({ article }) => article ?? []),
    findings: read.flatMap(({ findings }) => findings),
  };
}
