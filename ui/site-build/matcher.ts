import { compile, selectAll } from 'css-select';
import { parse as parseSelector, type Selector, SelectorType } from 'css-what';
import { parseDocument } from 'htmlparser2';

/** The tree of some markup. */
export type Tree = ReturnType<typeof parseDocument>;

/** Classes of the root element that scripts give and take while a page is used. */
const stateClasses = new Set([
  'app',
  'consent-customize',
  'consent-given',
  'consent-open',
  'js',
  'signed-in',
  'sticky-done',
  'sticky-on',
]);

/** Attributes that come and go while a page is used. */
const stateAttributes = new Set([
  'aria-busy',
  'aria-checked',
  'aria-current',
  'aria-disabled',
  'aria-expanded',
  'aria-hidden',
  'aria-invalid',
  'aria-pressed',
  'aria-selected',
  'checked',
  'data-state',
  'disabled',
  'hidden',
  'open',
]);

/** Pseudo-classes that say where an element stands, which markup answers; any other is taken as true. */
const places = new Set([
  'first-child',
  'first-of-type',
  'is',
  'last-child',
  'last-of-type',
  'nth-child',
  'nth-last-child',
  'nth-of-type',
  'only-child',
  'where',
]);

/** Whether a part of a selector may be true at some time whatever the markup says. */
function isOpenQuestion(part: Selector): boolean {
  if (part.type === SelectorType.PseudoElement) return true;
  if (part.type === SelectorType.Pseudo) return !places.has(part.name);
  if (part.type !== SelectorType.Attribute) return false;
  return part.name === 'class' ? stateClasses.has(part.value) : stateAttributes.has(part.name);
}

const isCombinator = ({ type }: Selector) =>
  type === SelectorType.Descendant ||
  type === SelectorType.Child ||
  type === SelectorType.Adjacent ||
  type === SelectorType.Sibling;

/** What markup can answer of a selector: open questions are left out, and `*` stands where nothing else is left. */
function answerable(parts: readonly Selector[]): Selector[] {
  const kept: Selector[] = [];
  const fill = () => {
    const last = kept.at(-1);
    if (!last || isCombinator(last)) kept.push({ type: SelectorType.Universal, namespace: null });
  };
  for (const part of parts) {
    if (isCombinator(part)) fill();
    if (isOpenQuestion(part)) continue;
    const inner = part.type === SelectorType.Pseudo ? part.data : null;
    kept.push(Array.isArray(inner) ? ({ ...part, data: inner.map(answerable) } as Selector) : part);
  }
  fill();
  return kept;
}

/**
 * The tree of some markup, without what lies inside the parts that match `emptied`.
 */
export function treeOf(markup: string, emptied?: string): Tree {
  const tree = parseDocument(`<html><body>${markup}</body></html>`);
  const parts = emptied ? selectAll(emptied, tree as never) : [];
  for (const part of parts as { children: unknown[] }[]) part.children = [];
  return tree;
}

/** Whether a selector names one of some classes. */
export const namesClass = (selector: string, classes: ReadonlySet<string>): boolean =>
  parseSelector(selector)
    .flat()
    .some(
      (part) =>
        part.type === SelectorType.Attribute && part.name === 'class' && classes.has(part.value),
    );

/** Tells for any selector whether some element of the tree is, or may come to be, what it matches. */
export function matcher(tree: Tree): (selector: string) => boolean {
  const known = new Map<string, boolean>();
  const find = (selector: string) => {
    const test = compile(parseSelector(selector).map(answerable));
    const visit = (nodes: typeof tree.children): boolean =>
      nodes.some((node) => 'children' in node && (test(node as never) || visit(node.children)));
    return visit(tree.children);
  };
  return (selector) => {
    const answer = known.get(selector) ?? find(selector);
    known.set(selector, answer);
    return answer;
  };
}
