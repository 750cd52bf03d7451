import { Fragment } from 'react';
import { classes } from './classes.ts';

/** One line of a title and its width: constraint condensed, progress expanded. */
export interface TitleLine {
  text: string;
  /** `tight` 62 %, `snug` 84 %, `norm` 100 %, `wide` 125 %; texts come from JSON, so any string is accepted. */
  width: string;
}

const widths: Readonly<Record<string, string>> = {
  tight: 'w-62',
  snug: 'w-84',
  norm: 'w-100',
  wide: 'w-125',
};

/** Words that must not break: `1-op-1`, `e-book`, `e-mailadres`, `check-in`, `8-weekse`, `IP-adres`. */
const unbreakable = /(\d-(?:op|on)-\d,?|e-(?:book|mail)s?|IP-a\w+|check-ins?|\d+-week(?:se)?)/i;

/** A text that keeps words of numbers and hyphens unbroken. */
export function Words({ text }: { text: string }) {
  const parts = text.split(unbreakable);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice in a text
      <span key={index} className="nb">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: so may the text between two
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

/**
 * A title over two or three lines of different width. The lines are block spans with a space between them, so the
 * accessible name reads as one sentence. The page title is focusable, as it receives the focus after a navigation.
 */
export function StretchTitle({
  lines,
  as: Tag = 'h1',
  look = 'page',
  id,
  className,
}: {
  lines: readonly TitleLine[];
  as?: 'h1' | 'h2' | 'h3' | 'p' | 'b';
  look?: 'hero' | 'page' | '1' | 'none';
  id?: string;
  className?: string;
}) {
  return (
    <Tag
      id={id}
      className={classes(look !== 'none' && `h-${look}`, className)}
      tabIndex={Tag === 'h1' ? -1 : undefined}
    >
      {lines.map((line, index) => (
        <Fragment key={line.text}>
          {index > 0 ? ' ' : null}
          <span className={classes('l', widths[line.width])}>
            <Words text={line.text} />
          </span>
        </Fragment>
      ))}
    </Tag>
  );
}
