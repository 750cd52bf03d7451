import type { ReactNode } from 'react';
import { Words } from './stretch-title.tsx';

const marks = /\[([^\]]+)\]\(([^)\s]+)\)([.,;]?)|\*\*([^*]+)\*\*/g;

/**
 * A sentence from a text file, with `[links](/somewhere)` and `**strong**` text; other markup is not parsed. Words with
 * hyphens are not broken, and a mail address stays with the mark after it.
 */
export function RichText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  const add = (words: string) => parts.push(<Words key={parts.length} text={words} />);
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const [, words, href, mark = '', strong] = match;
    const isMail = href?.startsWith('mailto');
    if (match.index > from) add(text.slice(from, match.index));
    from = match.index + match[0].length - (isMail ? 0 : mark.length);
    const key = parts.length;
    const rel = href?.startsWith('http') ? 'noopener' : undefined;
    const link = (
      <a key={key} href={href} rel={rel}>
        {words}
      </a>
    );
    if (strong) parts.push(<b key={key}>{strong}</b>);
    else if (isMail)
      parts.push(
        <span key={key} className="address">
          {link}
          {mark}
        </span>,
      );
    else parts.push(link);
  }
  add(text.slice(from));
  return parts;
}
