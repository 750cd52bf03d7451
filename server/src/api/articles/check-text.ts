import { picturesIn, readArticle } from '@coachsite/adapters/articles';
import { type Article, type ArticleMistakes, pictureWidths } from '@coachsite/adapters/contract';
import type { ArticleName } from '@coachsite/core/blog';
import type { ContentStore } from '@coachsite/core/content';
import type { Language } from '@coachsite/core/language';
import { err, ok, type Result } from 'neverthrow';

type Mistakes = ArticleMistakes['mistakes'];

const texts = {
  nl: {
    link: (href: string) => `"${href}" leidt naar geen enkele pagina`,
    picture: 'deze foto is niet meer op de site: voeg ze opnieuw toe',
    alias: (alias: string) => `"aliases": ${alias} hoort bij een ander artikel`,
  },
  en: {
    link: (href: string) => `"${href}" leads to no page`,
    picture: 'this picture is no longer on the site: upload it again',
    alias: (alias: string) => `"aliases": ${alias} belongs to another article`,
  },
} as const;

/** A link of a text to a page of this site, without a query or an anchor. */
const ownLinks = /(?<!!)\[[^\]]*\]\((\/(?!\/)[^)\s#?]*)/g;

/** Paths that are no page. */
const files = ['/feed.xml', '/sitemap.xml', '/robots.txt', '/blog'];

/** What a text is compared with. */
interface Known {
  readonly pictures: Pick<ContentStore, 'pictureFile'>;
  /** The paths of all pages, and of the articles that are not public yet. */
  readonly paths: ReadonlySet<string>;
  /** The articles that are public or will be. */
  readonly articles: readonly Article[];
  readonly today: string;
  /** The language of the admin. */
  readonly words: Language;
}

function deadLinks(lines: readonly string[], { paths, words }: Known): Mistakes {
  return lines.flatMap((line, index) =>
    [...line.matchAll(ownLinks)]
      .map(([, href = '']) => href)
      .filter((href) => !paths.has(href) && !files.includes(href))
      .map((href) => ({ line: index + 1, message: texts[words].link(href) })),
  );
}

async function goneUploads(markdown: string, lines: readonly string[], known: Known) {
  const found: Mistakes = [];
  for (const key of picturesIn(markdown)) {
    const line = lines.findIndex((text) => text.includes(`/pictures/${key}-`));
    const width = Number(/-(\d+)x/.exec(lines[line]?.split(key)[1] ?? '')?.[1]);
    const sizes = await Promise.all(
      pictureWidths(width || 1).map((size) => known.pictures.pictureFile(key, size, 'jpg')),
    );
    if (sizes.includes(undefined))
      found.push({ line: line + 1, message: texts[known.words].picture });
  }
  return found;
}

/** Earlier names that would lead nowhere, as another article has or had them. */
function takenNames(article: Article | undefined, lines: readonly string[], known: Known) {
  const others = known.articles.filter(({ slug, draft }) => slug !== article?.slug && !draft);
  const taken = new Set(others.flatMap(({ slug, aliases = [] }) => [slug, ...aliases]));
  return (article?.aliases ?? [])
    .filter((alias) => taken.has(alias))
    .map((alias) => ({
      line: lines.findIndex((text) => text.startsWith('aliases:')) + 1,
      message: texts[known.words].alias(alias),
    }));
}

/** The article that a text means, or every mistake in it, in the order of its lines. */
export async function checkText(
  name: ArticleName,
  markdown: string,
  known: Known,
): Promise<Result<Article, Mistakes>> {
  const { today, words } = known;
  const read = readArticle(name, markdown, { file: '', words, today, hasPictures: true });
  const lines = markdown.split('\n');
  const mistakes = [
    ...read.findings.map(({ line = 1, message }) => ({ line, message })),
    ...deadLinks(lines, known),
    ...takenNames(read.article, lines, known),
    ...(await goneUploads(markdown, lines, known)),
  ].sort((one, other) => one.line - other.line);
  return read.article && mistakes.length === 0 ? ok(read.article) : err(mistakes);
}
