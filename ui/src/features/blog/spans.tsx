import type { Span } from '@coachsite/adapters/contract';
import { Fragment, type ReactNode } from 'react';

function marked({ text, mark }: Span): ReactNode {
  if (mark === 'strong') return <strong>{text}</strong>;
  if (mark === 'em') return <em>{text}</em>;
  return text;
}

/** A sentence of an article with its marks and links. */
export function Spans({ spans }: { readonly spans: readonly Span[] }) {
  return spans.map((span, index) => {
    const { href } = span;
    // A text never changes its parts while it is shown.
    const key = `${index}${href ?? ''}`;
    if (!href) return <Fragment key={key}>{marked(span)}</Fragment>;
    return (
      <a key={key} href={href} {...(href.startsWith('http') ? { rel: 'noopener' } : {})}>
        {marked(span)}
      </a>
    );
  });
}
