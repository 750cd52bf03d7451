import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ArticleName,
  articleFileName,
  articleNameOf,
  readingMinutes,
} from '@coachsite/core/blog';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import type { Article, ArticleFile, Finding } from '../../contract/index.ts';
import { wrongAlias } from './aliases.ts';
import { articleText } from './article-text.ts';
import { readBody } from './body.ts';
import { divide, readFrontMatter } from './front-matter.ts';
import { mistakes } from './mistakes.ts';
import { findingsOf } from './parsed.ts';

/** The articles of a folder, without those whose file has a mistake, and the mistakes. */
export type ReadArticles = ArticleFile;

/** Where an article comes from, and in whose words its mistakes are. */
interface Source {
  /** The path that mistakes name. */
  readonly file: string;
  readonly words: Language;
  /** The calendar day. */
  readonly today: string;
  /** Whether pictures of the site may stand in it. */
  readonly hasPictures: boolean;
}

/** One article: what its text says, or what is wrong with it. Source: docs/rules.md#reading-articles. */
export function readArticle(
  { slug, language }: ArticleName,
  text: string,
  { file, words, today, hasPictures }: Source,
): { readonly article?: Article; readonly findings: readonly Finding[] } {
  const findings = findingsOf(file, words);
  const divided = divide(text);
  if (!divided) {
    const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    findings.add(1, first.trim() === '---' ? mistakes.frontHasNoEnd : mistakes.frontIsMissing);
    return { findings: findings.list };
  }
  const front = readFrontMatter(divided.front, findings);
  const { bodyLine } = divided;
  if (front?.updated !== undefined && front.updated > front.date && front.updated > today)
    findings.add(
      divided.front.split('\n').findIndex((line) => line.startsWith('updated')) + 2,
      mistakes.updatedAhead(today),
    );
  const { anchor } = front ?? {};
  const body = readBody(divided.body, {
    findings,
    bodyLine,
    hasPictures,
    ...(anchor && { anchor }),
  });
  if (!front || findings.list.length > 0) return { findings: findings.list };
  const { date, updated, title: written, anchor: _anchor, notice, ...others } = front;
  const titleLines = written.split(' / ');
  const own = { title: titleLines.join(' '), titleLines, lead: others.lead, ...body };
  const article = {
    slug,
    language,
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

/** The file of one article. */
function readFile(name: string, text: string, source: Source): ReturnType<typeof readArticle> {
  const named = articleNameOf(name);
  if (named) return readArticle(named, text, source);
  const findings = findingsOf(source.file, source.words);
  findings.add(undefined, mistakes.fileName);
  return { findings: findings.list };
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
      const file = `${shownAs}/${name}`;
      return readFile(name, text, { file, words: 'en', today, hasPictures: false });
    });
  const all = read.flatMap(({ article }) => article ?? []);
  const findings = all.flatMap((article) => {
    const message = wrongAlias(article, all);
    return message ? [{ file: `${shownAs}/${articleFileName(article)}`, message }] : [];
  });
  return {
    articles: all.filter((article) => !wrongAlias(article, all)),
    findings: [...read.flatMap((each) => each.findings), ...findings],
  };
}
