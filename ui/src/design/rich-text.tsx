import type { ReactNode } from 'react';
import { Words } from './stretch-title.tsx';

const marks = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*/g;

/**
 * A sentence from a text file, with `[links](/somewhere)` and `**strong**` text; other markup is not parsed. Words with
 * hyphens are not broken.
 */
export function RichText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  const add = (words: string) => parts.push(<Words key={parts.length} text={words} />);
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const [whole, words, href, strong] = match;
    if (match.index > from) add(text.slice(from, match.index));
    from = match.index + whole.length;
    const key = parts.length;
    if (strong) parts.push(<b key={key}>{strong}</b>);
    else if (href?.startsWith('http'))
      parts.push(
        <a key={key} href={href} rel="noopener">
          {words}
        </a>,
      );
    else
      parts.push(
        <a key={key} href={href}>
          {words}
        </a>,
      );
  }
  add(text.slice(from));
  return parts;
}
