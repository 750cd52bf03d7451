import { isCoachingSlug } from '@coachsite/core/catalogue';
import type { PhrasingContent } from 'mdast';
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive';
import type { ArticleBlock, Span } from '../../contract/index.ts';
import { drawingOf } from './drawing.ts';
import { mistakes } from './mistakes.ts';
import type { Findings } from './parsed.ts';
import { spansOf, wordsOf } from './spans.ts';

/** What a block needs from its file. */
export interface Place {
  readonly findings: Findings;
  /** Whether pictures may stand in it: those of the site are in its database, not beside a file. */
  readonly hasPictures: boolean;
  readonly lineOf: (node: {
    readonly position?: PhrasingContent['position'];
  }) => number | undefined;
}

type Directive = ContainerDirective | LeafDirective;

/** The paragraphs of a block; anything else in it is a finding. */
function paragraphsOf(directive: ContainerDirective, { findings, lineOf }: Place): Span[][] {
  return directive.children.flatMap((child) => {
    if (child.type === 'paragraph') return [spansOf(child.children, findings, lineOf)];
    findings.add(lineOf(child), mistakes.paragraphsOnly(directive.name));
    return [];
  });
}

/** Reports attributes that the block does not have, and required ones that are absent. */
function checkAttributes(
  directive: Directive,
  { findings, lineOf }: Place,
  { needs, may = [] }: { readonly needs: readonly string[]; readonly may?: readonly string[] },
): void {
  const given = directive.attributes ?? {};
  for (const name of needs)
    if (!given[name])
      findings.add(lineOf(directive), mistakes.needsAttribute(directive.name, name));
  for (const name of Object.keys(given))
    if (!needs.includes(name) && !may.includes(name))
      findings.add(lineOf(directive), mistakes.noAttribute(directive.name, name));
}

function figure(directive: ContainerDirective, place: Place): ArticleBlock[] {
  const { findings, lineOf } = place;
  const { value, label, draw, alt, ...rest } = directive.attributes ?? {};
  if (!value || !label || !draw) {
    findings.add(lineOf(directive), mistakes.figureNeeds);
    return [];
  }
  const note = paragraphsOf(directive, place).map(wordsOf).join(' ');
  if (!note) findings.add(lineOf(directive), mistakes.figureHasNoNote);
  const drawing = drawingOf(draw, rest);
  if (drawing.isErr()) {
    findings.add(lineOf(directive), drawing.error);
    return [];
  }
  return [{ kind: 'figure', value, label, note, ...(alt && { alt }), drawing: drawing.value }];
}

function action(directive: ContainerDirective, place: Place): ArticleBlock[] {
  checkAttributes(directive, place, { needs: [] });
  const [spans, ...more] = paragraphsOf(directive, place);
  if (spans && more.length === 0) return [{ kind: 'action', spans }];
  place.findings.add(place.lineOf(directive), mistakes.oneParagraph);
  return [];
}

function callout(directive: ContainerDirective, place: Place): ArticleBlock[] {
  checkAttributes(directive, place, { needs: ['title'] });
  const title = directive.attributes?.['title'] ?? '';
  return [{ kind: 'callout', title, paragraphs: paragraphsOf(directive, place) }];
}

function sources(directive: ContainerDirective, place: Place): ArticleBlock[] {
  const { findings, lineOf } = place;
  checkAttributes(directive, place, { needs: [] });
  const [list, ...more] = directive.children;
  if (list?.type !== 'list' || more.length > 0) {
    findings.add(lineOf(directive), mistakes.oneList);
    return [];
  }
  return [{ kind: 'sources', items: itemsOf(list.children, place) }];
}

/** The items of a list, each of one paragraph. */
export function itemsOf(
  items: readonly { readonly children: readonly { readonly type: string }[] }[],
  { findings, lineOf }: Place,
): Span[][] {
  return items.flatMap(({ children }) => {
    const [first, ...more] = children as readonly {
      readonly type: string;
      readonly children: readonly PhrasingContent[];
      readonly position?: PhrasingContent['position'];
    }[];
    if (first?.type === 'paragraph' && more.length === 0)
      return [spansOf(first.children, findings, lineOf)];
    findings.add(first && lineOf(first), mistakes.plainItem);
    return [];
  });
}

const containers: Readonly<
  Record<string, (directive: ContainerDirective, place: Place) => ArticleBlock[]>
> = { figure, do: action, callout, sources };

/** A block such as `:::figure`. */
export function containerBlock(directive: ContainerDirective, place: Place): ArticleBlock[] {
  const read = containers[directive.name];
  if (read) return read(directive, place);
  const known = Object.keys(containers).map((name) => `:::${name}`);
  place.findings.add(
    place.lineOf(directive),
    mistakes.unknownBlock(directive.name, known.join(', ')),
  );
  return [];
}

/** A link to the next step: `::guide`, or `::service{slug=workout-plan}`. */
export function leafBlock(directive: LeafDirective, place: Place): ArticleBlock[] {
  if (directive.name === 'guide') {
    checkAttributes(directive, place, { needs: [] });
    return [{ kind: 'next', to: '/guide' }];
  }
  if (directive.name === 'service') {
    checkAttributes(directive, place, { needs: ['slug'] });
    const slug = directive.attributes?.['slug'] ?? '';
    if (!isCoachingSlug(slug)) place.findings.add(place.lineOf(directive), mistakes.noSuchService);
    return [{ kind: 'next', to: `/coaching/${slug}` }];
  }
  place.findings.add(place.lineOf(directive), mistakes.unknownLeaf(directive.name));
  return [];
}
