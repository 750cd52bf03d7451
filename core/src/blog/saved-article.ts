import {
  type ContentEditor,
  type ContentPorts,
  type ContentStore,
  saveVersion,
  type Version,
  versionsOf,
} from '../content/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { isLanguage } from '../language/index.ts';
import { isPublished, type Publication } from './article.ts';

/** An article in one language. */
export type ArticleName = Pick<Publication, 'slug' | 'language'>;

/** When an article is public. */
type Dates = Pick<Publication, 'draft' | 'publishedOn'>;

/** What an admin has saved of an article in one language, laid over its file. */
export interface SavedArticle {
  /** The text as it was written; null gives the file back, or removes an article that has none. */
  readonly text: (Dates & { readonly markdown: string }) | null;
  /** Whether visitors could read an earlier version, so that a draft of it is one that was withdrawn. */
  readonly wasPublic: boolean;
}

/** A version of an article. */
export type ArticleVersion = Version<SavedArticle>;

/** What every subject of an article begins with. */
const prefix = 'article/';

const longestSlug = 80;

/** Whether a text can be the last part of an article's path. */
export const isArticleSlug = (text: string): boolean =>
  text.length <= longestSlug && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);

/** The name of the file of an article, which tells it from every other. */
export const articleFileName = ({ slug, language }: ArticleName): string =>
  `${slug}.${language}.md`;

const fileName = /^(.+)\.([a-z]{2})\.md$/;

/** The article that a file has the name of; undefined for any other name. */
export function articleNameOf(name: string): ArticleName | undefined {
  const [, slug = '', language] = fileName.exec(name) ?? [];
  return isArticleSlug(slug) && isLanguage(language) ? { slug, language } : undefined;
}

/** The versions of an article. */
const versionsIn = (store: ContentStore, name: ArticleName) =>
  versionsOf<SavedArticle>(store, prefix + articleFileName(name));

/** The newest version of each article that was ever saved on the site, by the name of its file. */
export async function savedArticles(
  store: Pick<ContentStore, 'newest'>,
): Promise<ReadonlyMap<string, ArticleVersion>> {
  const found = [...(await store.newest(prefix))];
  return new Map(
    found.map(([subject, version]) => [subject.slice(prefix.length), version as ArticleVersion]),
  );
}

/** The kept versions of an article, newest first. */
export const articleVersions = (
  store: ContentStore,
  name: ArticleName,
): Promise<readonly ArticleVersion[]> => versionsIn(store, name).versions();

/** Where visitors and admins find an article: as in its file, as saved on the site, or not yet or no longer public. */
export type ArticleState = 'file' | 'site' | 'draft' | 'scheduled' | 'withdrawn';

/** The state of an article on `today`, a calendar day in Brussels. `saved` is what lies over its file. */
export function articleState(
  dates: Dates,
  saved: SavedArticle | undefined,
  today: string,
): ArticleState {
  if (dates.draft) return saved?.wasPublic ? 'withdrawn' : 'draft';
  if (!isPublished(dates, today)) return 'scheduled';
  return saved?.text ? 'site' : 'file';
}

/** The articles of the files with those of the site over them, by the names of their files. */
export function layOverArticles<Article extends ArticleName>(
  files: readonly Article[],
  saved: ReadonlyMap<string, Article>,
): readonly Article[] {
  return [...files.filter((article) => !saved.has(articleFileName(article))), ...saved.values()];
}

/** The ports for changing articles. */
export interface ArticlePorts extends ContentPorts {
  readonly content: ContentStore;
}

/** Somebody else has saved the article since the change was begun; nothing is stored. */
export interface ArticleConflictError {
  /** Begin again from the newest version. */
  readonly kind: 'article_conflict';
}

/** The version is no longer kept. */
export interface ArticleVersionNotFoundError {
  /** The article stays as it is. */
  readonly kind: 'article_version_not_found';
}

/** A change of one article. */
export interface ArticleChange extends ContentEditor {
  readonly name: ArticleName;
  /** When the file of the article is public; undefined where there is none. */
  readonly file: Dates | undefined;
  /** The calendar day in Brussels. */
  readonly today: string;
}

async function store(
  ports: ArticlePorts,
  { name, file, today, ...editor }: ArticleChange,
  {
    newest,
    text,
    restored,
    ...options
  }: {
    readonly text: SavedArticle['text'];
    readonly newest: ArticleVersion | undefined;
    readonly base: number | undefined;
    readonly pictures: readonly string[];
    /** The version that is restored. */
    readonly restored?: number;
  },
): Promise<Result<ArticleVersion, ArticleConflictError>> {
  const shown = newest?.content.text ?? file;
  const wasPublic =
    (newest?.content.wasPublic ?? false) || (shown ? isPublished(shown, today) : false);
  const saved = await saveVersion(ports, versionsIn(ports.content, name), {
    ...editor,
    ...options,
    content: { text, wasPublic },
    action: 'content_change',
    details: { article: articleFileName(name), ...(restored && { restored }) },
  });
  return saved ? ok(saved) : err({ kind: 'article_conflict' });
}

/**
 * Saves the text of an article as its newest version, and logs it. The caller has checked that its Markdown has no
 * mistakes. `pictures` are the keys of the pictures in it. Error: `article_conflict` if somebody saved since `base`.
 */
export async function saveArticle(
  ports: ArticlePorts,
  change: ArticleChange,
  {
    text,
    pictures,
    base,
  }: {
    readonly text: NonNullable<SavedArticle['text']>;
    readonly pictures: readonly string[];
    readonly base: number | undefined;
  },
): Promise<Result<ArticleVersion, ArticleConflictError>> {
  const newest = await versionsIn(ports.content, change.name).current();
  return store(ports, change, { text, newest, base, pictures });
}

/**
 * Gives the file of an article back, or removes one that has no file; its versions stay. Error: `article_conflict` if
 * somebody saved meanwhile.
 */
export async function removeArticle(
  ports: ArticlePorts,
  change: ArticleChange,
): Promise<Result<ArticleVersion, ArticleConflictError>> {
  const newest = await versionsIn(ports.content, change.name).current();
  const base = newest?.id ?? 0;
  return store(ports, change, {
    text: null,
    newest,
    base,
    pictures: [],
  });
}

/**
 * Makes an earlier version of an article the newest again, and logs it. `picturesOf` gives the keys of the pictures that a
 * text shows. Errors: `article_version_not_found`; `article_conflict` if somebody saved meanwhile.
 */
export async function restoreArticle(
  ports: ArticlePorts,
  change: ArticleChange,
  {
    id,
    picturesOf,
  }: { readonly id: number; readonly picturesOf: (markdown: string) => readonly string[] },
): Promise<Result<ArticleVersion, ArticleVersionNotFoundError | ArticleConflictError>> {
  const versions = await articleVersions(ports.content, change.name);
  const found = versions.find((version) => version.id === id);
  if (!found) return err({ kind: 'article_version_not_found' });
  const { text } = found.content;
  const pictures = text ? picturesOf(text.markdown) : [];
  const [newest = found] = versions;
  const base = newest.id;
  return store(ports, change, { text, newest, base, pictures, restored: id });
}
