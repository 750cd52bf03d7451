import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readingMinutes } from '@coachsite/core/blog';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
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
  today: string,
): { readonly article?: Article; readonly findings: readonly Finding[] } {
  const findings = findingsOf(path);
  const [, slug = '', language = ''] = fileName.exec(name) ?? [];
  if (!slug) {
    findings.add(undefined, 'a file is called my-article.nl.md or my-article.en.md');
    return { findings: findings.list };
  }
  const divided = divide(text);
  if (!divided) {
    const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    findings.add(
      1,
      first.trim() === '---'
        ? 'the front matter that this first line --- opens has no end: a second line --- is missing below it'
        : 'the file begins with its front matter, between two lines ---',
    );
    return { findings: findings.list };
  }
  const front = readFrontMatter(divided.front, findings);
  const { bodyLine } = divided;
  if (front?.updated !== undefined && front.updated > front.date && front.updated > today)
    findings.add(
      divided.front.split('\n').findIndex((line) => line.startsWith('updated')) + 2,
      `"updated" is a day that has passed, or today, ${today}`,
    );
  const { anchor } = front ?? {};
  const body = readBody(divided.body, { findings, bodyLine, ...(anchor && { anchor }) });
  if (!front || findings.list.length > 0) return { findings: findings.list };
  const { date, updated, title: written, anchor: _anchor, notice, ...others } = front;
  const titleLines = written.split(' / ');
  const own = { title: titleLines.join(' '), titleLines, lead: others.lead, ...body };
  const article = {
    slug,
    language: language as Language,
    ...others,
    ...own,
    publishedOn: date,
    // In a copied article the old day of an update may stand before the new date.
    updatedOn: updated !== undefined && updated > date ? updated : date,
    minutes: readingMinutes(articleText(own as Article)),
    ...(notice && { notice }),
  } as Article;
  return { article, findings: [] };
}

/**
 * Reads every article in `folder`; a folder that is missing holds none. A file with a mistake is left out, and the
 * mistake names the file as `shownAs/<name>` and its line. `today` is a calendar day, by default of Belgium. Source: docs/rules.md#reading-articles.
 */
export function readArticles(
  folder: string,
  shownAs: string,
  today: string = calendarDay(defaultZone, Date.now()),
): ReadArticles {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const read = names
    .filter((name) => !name.startsWith('.'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return readArticle(name, `${shownAs}/${name}`, text, today);
    });
  return {
    articles: read.flatMap(({ article }) => article ?? []),
    findings: read.flatMap(({ findings }) => findings),
  };
}
