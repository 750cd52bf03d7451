import text from '../../../content/posts/5-afvalfouten.json' with { type: 'json' };

/** The one article, in the language it is written in. */
export type Article = typeof text;
export const article: Article = text;

/** Typical reading speed of an article on a screen, in words per minute. */
const wordsPerMinute = 230;

/** Every sentence of the article, without menus and buttons. */
export function articleText(post: Article): string {
  const { lead, intro, mistakes, actionTitle, closing, health } = post;
  const parts = mistakes.flatMap(({ title, paragraphs, action, datum }) => [
    title,
    ...paragraphs,
    actionTitle,
    action,
    datum.value,
    datum.label,
    datum.note,
  ]);
  const titles = post.title.map((line) => line.text);
  return [...titles, lead, ...intro, ...parts, closing.title, ...closing.paragraphs, health].join(
    ' ',
  );
}

/** The number of words, separated by spaces. */
export function wordCount(post: Article): number {
  return articleText(post).split(/\s+/).length;
}

/** The reading time in whole minutes. */
export function readingMinutes(post: Article): number {
  return Math.round(wordCount(post) / wordsPerMinute);
}
