import { compile } from 'css-select';
import { parse as parseSelector, type Selector, SelectorType } from 'css-what';
import { parseDocument } from 'htmlparser2';
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';

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

/** Tells for any selector whether the markup has, or may come to have, an element it matches. */
function matcher(markup: string): (selector: string) => boolean {
  const elements = parseDocument(`<html><body>${markup}</body></html>`);
  const known = new Map<string, boolean>();
  const find = (selector: string) => {
    const test = compile(parseSelector(selector).map(answerable));
    const visit = (nodes: typeof elements.children): boolean =>
      nodes.some((node) => 'children' in node && (test(node as never) || visit(node.children)));
    return visit(elements.children);
  };
  return (selector) => {
    const answer = known.get(selector) ?? find(selector);
    known.set(selector, answer);
    return answer;
  };
}

const inKeyframes = ({ parent }: Rule) =>
  parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');

/** Takes out a node, and what is empty without it. */
function drop(node: ChildNode): void {
  const { parent } = node;
  node.remove();
  if (parent?.type !== 'root' && parent?.nodes?.length === 0) drop(parent as AtRule);
}

/** Takes out what nothing refers to any more: custom properties, keyframes, fonts. Tells whether there was any. */
function dropUnnamed(root: Container): boolean {
  let named = '';
  root.walkDecls((declaration) => {
    const isOwnName = declaration.parent?.type === 'atrule' && declaration.prop === 'font-family';
    if (!isOwnName) named += ` ${declaration.prop}:${declaration.value};`;
  });
  const idle: ChildNode[] = [];
  root.walkDecls(/^--/, (declaration) => {
    if (!named.includes(`var(${declaration.prop})`) && !named.includes(`var(${declaration.prop},`))
      idle.push(declaration);
  });
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!named.includes(rule.params)) idle.push(rule);
  });
  root.walkAtRules('font-face', (rule) => {
    const family = rule.nodes?.find((one) => one.type === 'decl' && one.prop === 'font-family');
    if (family?.type === 'decl' && !named.includes(family.value.replaceAll(/["']/g, '')))
      idle.push(rule);
  });
  for (const node of idle) drop(node);
  return idle.length > 0;
}

/**
 * The rules of `css` that a page can use: those whose selector its markup matches, in any of its variants and in any
 * state a script or the visitor may bring about, and what these rules refer to. Source: performance reference §2 (a
 * page carries only the rules it uses).
 */
export function pageStyles(css: string, variants: readonly string[]): string {
  const matches = matcher(variants.join('\n'));
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    if (inKeyframes(rule)) return;
    const used = rule.selectors.filter(matches);
    if (used.length === 0) drop(rule);
    else if (used.length < rule.selectors.length) rule.selectors = used;
  });
  // A property may be named only by one that goes.
  while (dropUnnamed(root));
  return root.toString();
}
