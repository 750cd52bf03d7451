import type { PhrasingContent } from 'mdast';
import type { Span } from '../../contract/index.ts';
import type { Findings } from './parsed.ts';

/** A link that may stand in an article: on this site, on this page, to a site, or to a mail address. */
const safeHref = /^(?:https?:\/\/[^\s/]|\/(?!\/)|#[\w-]|mailto:\S+@)/;

type Style = Omit<Span, 'text'>;

/** What is not allowed within a sentence, and what to write in its place. */
const instead: Readonly<Record<string, string>> = {
  html: 'HTML is not allowed: write **bold**, *italics* or [words](/path)',
  image: 'pictures are not allowed: use a :::figure',
  inlineCode: 'code is not allowed: leave the backticks out',
  break: 'a line break within a paragraph is not allowed: leave an empty line',
};

/** Phrasing of a paragraph as runs of text. `lineOf` gives the line of a node in its file. */
export function spansOf(
  nodes: readonly PhrasingContent[],
  findings: Findings,
  lineOf: (node: { readonly position?: PhrasingContent['position'] }) => number | undefined,
  style: Style = {},
): Span[] {
  return nodes.flatMap((node): Span[] => {
    switch (node.type) {
      case 'text':
        return [{ text: node.value.replace(/\s*\n\s*/g, ' '), ...style }];
      case 'strong':
        return spansOf(node.children, findings, lineOf, { ...style, mark: 'strong' });
      case 'emphasis':
        return spansOf(node.children, findings, lineOf, { ...style, mark: 'em' });
      case 'link':
        if (!safeHref.test(node.url))
          findings.add(lineOf(node), `"${node.url}" is no link: it begins with / or https://`);
        return spansOf(node.children, findings, lineOf, { ...style, href: node.url });
      default:
        findings.add(lineOf(node), instead[node.type] ?? `"${node.type}" is not allowed`);
        return [];
    }
  });
}

/** The words of spans without their marks. */
export const wordsOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');
