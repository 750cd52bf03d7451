import type { Language } from '@coachsite/core/language';

/** The lines between the first two lines of dashes. */
const matter = /^---\n([\s\S]*?)\n---(?=\n|$)/;

/** What a value means: without its quotes, or without the remark behind it. One that is typed half stays as it is. */
function meant(written: string): string {
  const [, double, single] =
    /^(?:("(?:[^"\\]|\\.)*")|'((?:[^']|'')*)')\s*(?:#.*)?$/.exec(written) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  if (double === undefined) return written.replace(/(?:^|\s+)#.*$/, '');
  try {
    return JSON.parse(double) as string;
  } catch {
    return double;
  }
}

/** The value of a line of the front matter; undefined without that line. */
export function frontValue(markdown: string, name: string): string | undefined {
  const lines = matter.exec(markdown)?.[1]?.split('\n') ?? [];
  const line = lines.find((one) => one.startsWith(`${name}:`));
  return line && meant(line.slice(name.length + 1).trim());
}

/** The title of a text in one line; empty without one. */
export const titleOf = (markdown: string): string =>
  (frontValue(markdown, 'title') ?? '').replace(' / ', ' ');

/** Whether a text is kept off the site. */
export const isDraft = (markdown: string): boolean =>
  frontValue(markdown, 'draft')?.toLowerCase() === 'true';

/** Where the text begins, below the front matter. */
export const bodyStart = (markdown: string): number => matter.exec(markdown)?.[0].length ?? 0;

/** The text with another value of a line of its front matter, or without that line. A text without any stays as it is. */
export function withFront(markdown: string, name: string, value: string | undefined): string {
  const lines = matter.exec(markdown)?.[1]?.split('\n');
  if (!lines) return markdown;
  const at = lines.findIndex((one) => one.startsWith(`${name}:`));
  const written = value === undefined ? [] : [`${name}: ${value}`];
  const changed =
    at < 0 ? [...lines, ...written] : [...lines.slice(0, at), ...written, ...lines.slice(at + 1)];
  return markdown.replace(matter, () => `---\n${changed.join('\n')}\n---`);
}

/** The text as a draft, or as one that is public from its date. */
export const asDraft = (markdown: string, isOne: boolean): string =>
  withFront(markdown, 'draft', isOne ? 'true' : undefined);

/** The last part of a path from a title: `Een / titel!` is `een-titel`. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '');

/** The language and last part of the path that the name of a file says. */
export function nameIn(
  file: string,
): { readonly slug: string; readonly language: Language } | undefined {
  const [, slug = '', language] = /^([a-z0-9-]+)\.(nl|en)\.md$/.exec(file) ?? [];
  return slug ? { slug, language: language as Language } : undefined;
}
