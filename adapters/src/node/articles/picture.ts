import type { Image } from 'mdast';
import type { ArticleBlock } from '../../contract/index.ts';
import type { Place } from './directives.ts';
import { mistakes } from './mistakes.ts';

/** The path of a picture in a text, with its size, so that a page keeps its place while it loads. */
const path = /^\/pictures\/([0-9a-f]{24})-(\d{3,4})x(\d{3,4})\.jpg$/;
const everyKey = /\/pictures\/([0-9a-f]{24})-/g;

/** What stands in a text for a picture. */
export const pictureUrl = (key: string, width: number, height: number): string =>
  `/pictures/${key}-${width}x${height}.jpg`;

/** The keys of the pictures that a text names, whatever else is wrong with it. */
export const picturesIn = (markdown: string): readonly string[] => [
  ...new Set([...markdown.matchAll(everyKey)].map(([, key = '']) => key)),
];

/** A picture that stands alone: `![what it shows](/pictures/….jpg "caption")`. */
export function pictureOf(image: Image, { findings, lineOf }: Place): ArticleBlock[] {
  const { url, alt, title } = image;
  const [, key, width, height] = path.exec(url) ?? [];
  if (!alt?.trim()) findings.add(lineOf(image), mistakes.pictureHasNoWords);
  if (!key) {
    findings.add(lineOf(image), mistakes.notAPicture);
    return [];
  }
  const size = { width: Number(width), height: Number(height) };
  return [{ kind: 'picture', key, ...size, alt: alt ?? '', ...(title && { caption: title }) }];
}
