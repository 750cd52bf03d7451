import type { PhrasingContent } from 'mdast';
import type { Span } from '../../contract/index.ts';
import { mistakes } from './mistakes.ts';
import type { Findings } from './parsed.ts';

/** A link that may stand in an article: on this site, on this page, to a site, or to a mail address. */
export const safeHref = /^(?:https?:\/\/[^\s/]|\/(?!\/)|#[\w-]|mailto:\S+@)/;

type Style = Omit<Span, 'text'>;

/** A text without its line breaks. The look behind keeps long white space from being read again at each of its characters. */
export const inOneLine = (text: string): string => text.replace(/(?<!\s)\s*\n\s*/g, ' ');

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
        return [{ text: inOneLine(node.value), ...style }];
      case 'strong':
        return spansOf(node.children, findings, lineOf, { ...style, mark: 'strong' });
      case 'emphasis':
        return spansOf(node.children, findings, lineOf, { ...style, mark: 'em' });
      case 'link':
        if (!safeHref.test(node.url)) findings.add(lineOf(node), mistakes.notALink(node.url));
        return spansOf(node.children, findings, lineOf, { ...style, href: node.url });
      default:
        findings.add(lineOf(node), mistakes.notAllowed(node.type));
        return [];
    }
  });
}

/** The words of spans without their marks. */
export const wordsOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');
