import postcss, {
  type AtRule,
  type ChildNode,
  type Container,
  type Declaration,
  type Rule,
} from 'postcss';
import { inlineTokens } from './inline-tokens.ts';
import { matcher, namesClass, treeOf } from './matcher.ts';
import { drawingColours } from './short-names.ts';

/**
 * Parts that only scripts show, and classes of what is not there before scripts run. What is inside such a part waits for
 * its styles; the part itself is hidden by those the page has from the start.
 */
const laterParts = '.cookie-panel, .dock.is-sticky';
const laterClasses = new Set([
  'consent-customize',
  'sticky-on',
  // The stack of toasts, which takes no room while it is empty.
  'is-toast',
  'toasts',
]);
/** What a pointer, paper and more contrast need: none rests on, nobody prints, and few see so, the first frame. */
const laterMedia = /^(?:print|\((?:hover|forced-colors|prefers-contrast):)/;
/** What is not chosen by a selector is in every page. */
const inEveryPage = /^(?:font-face|view-transition)$/;

/** The at-rule of this name, with parameters that match, in which a rule stands. */
function around(
  { parent }: ChildNode | AtRule,
  name: string,
  parameters: RegExp,
): AtRule | undefined {
  if (parent?.type !== 'atrule') return;
  const rule = parent as AtRule;
  return rule.name === name && parameters.test(rule.params) ? rule : around(rule, name, parameters);
}

const laterMediumOf = ({ parent }: Declaration) => around(parent as Rule, 'media', laterMedia);

const isToken = (rule: Rule) => around(rule, 'layer', /^tokens$/);

const inKeyframes = ({ parent }: Rule) =>
  parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');

/** Takes out a node, and what is empty without it. */
function drop(node: ChildNode): void {
  const { parent } = node;
  node.remove();
  if (parent?.type !== 'root' && parent?.nodes?.length === 0) drop(parent as AtRule);
}

/**
 * Takes out custom properties, keyframes and fonts that nothing refers to, custom properties that are `kept` apart. Tells
 * whether it took something out.
 */
function dropUnnamed(root: Container, kept: ReadonlySet<string>): boolean {
  let named = '';
  root.walkDecls((declaration) => {
    const isOwnName = declaration.parent?.type === 'atrule' && declaration.prop === 'font-family';
    if (!isOwnName) named += ` ${declaration.prop}:${declaration.value};`;
  });
  const idle: ChildNode[] = [];
  root.walkDecls(/^--/, (declaration) => {
    // What a medium changes is read by rules of the pages.
    if (laterMediumOf(declaration)) return;
    if (drawingColours.test(declaration.prop) || kept.has(declaration.prop)) return;
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

const layersOf = (root: Container): readonly string[] => {
  const names = new Set<string>();
  root.walkAtRules('layer', ({ params }) => void names.add(params));
  return [...names];
};

/** Names the layers in the order of the whole sheet where one is missing: a sheet that comes later would put it last. */
function keepLayerOrder(part: Container, whole: readonly string[]): Container {
  const isWhole = layersOf(part).join() === whole.join();
  if (!isWhole && whole.length > 0)
    part.prepend(postcss.atRule({ name: 'layer', params: whole.join(',') }));
  return part;
}

/** The rules of a sheet whose selectors are wanted, with those of their selectors that are, and what they refer to. */
function pick(
  css: string,
  isWanted: (selector: string, rule: Rule) => boolean,
  kept: ReadonlySet<string> = new Set(),
): Container {
  const root = postcss.parse(css);
  const layers = layersOf(root);
  root.walkRules((rule) => {
    if (inKeyframes(rule)) return;
    const wanted = rule.selectors.filter((selector) => isWanted(selector, rule));
    if (wanted.length === 0) drop(rule);
    else if (wanted.length < rule.selectors.length) rule.selectors = wanted;
  });
  // A property may be named only by one that goes.
  while (dropUnnamed(root, kept));
  return keepLayerOrder(root, layers);
}

/**
 * Keeps the tokens of the later sheet to the media it has styles for: tokens on the root element make a phone draw up
 * every element anew, just when the visitor may tap. Gives the names of those that its other styles read.
 */
function keepTokensToMedia(later: Container): ReadonlySet<string> {
  const [read, media] = [new Set<string>(), new Set<string>()];
  later.walkDecls((declaration) => {
    const medium = laterMediumOf(declaration);
    if (medium) media.add(medium.params);
    else if (!isToken(declaration.parent as Rule))
      for (const [, name = ''] of declaration.value.matchAll(/var\((--[\w-]+)/g)) read.add(name);
  });
  const layers: AtRule[] = [];
  later.walkAtRules('layer', (layer) => {
    if (layer.params === 'tokens' && layer.nodes) layers.push(layer);
  });
  const params = [...media].join();
  for (const layer of layers) {
    if (params)
      layer.replaceWith(postcss.atRule({ name: 'media', params, nodes: [layer.clone()] }));
    else layer.remove();
  }
  return read;
}

/** The styles of a site: for each page what its first frame needs, and one sheet with what any page needs later. */
export interface SiteStyles {
  readonly byPage: Readonly<Record<string, string>>;
  readonly later: string;
}

/**
 * Divides a sheet among pages, given by the markup of each in all its variants. A page carries the rules whose selector
 * its markup matches, in any state a script or the visitor may bring about, and what these rules refer to; what only
 * matters once a script has shown something, to a pointer that hovers, on paper or in high contrast is left to the later
 * sheet. It brings the design tokens for these media; its other styles read those of the page, so that markup which only
 * scripts write stands on a ground that every page has.
 * Source: docs/performance.md#2, docs/performance.md#goal-7.
 */
export function siteStyles(
  css: string,
  pages: Readonly<Record<string, readonly string[]>>,
): SiteStyles {
  const needs = Object.entries(pages).map(([id, variants]) => {
    const markup = variants.join('\n');
    const matches = matcher(treeOf(markup));
    const matchesFirst = matcher(treeOf(markup, laterParts));
    const first = (selector: string, rule: Rule) =>
      matchesFirst(selector) &&
      !namesClass(selector, laterClasses) &&
      !around(rule, 'media', laterMedia);
    const later = (selector: string, rule: Rule) => matches(selector) && !first(selector, rule);
    return { id, first, later };
  });
  const later = pick(
    css,
    (selector, rule) =>
      isToken(rule) !== undefined || needs.some((page) => page.later(selector, rule)),
  );
  later.walkAtRules(inEveryPage, drop);
  const changed = new Set<string>();
  later.walkDecls(/^--/, (declaration) => {
    if (laterMediumOf(declaration)) changed.add(declaration.prop);
  });
  inlineTokens(later, changed);
  const read = keepTokensToMedia(later);
  const ofPage = (isFirst: (selector: string, rule: Rule) => boolean) => {
    const root = pick(css, isFirst, read);
    root.walkAtRules('page', drop);
    return inlineTokens(root, new Set([...changed, ...read]));
  };
  return {
    byPage: Object.fromEntries(needs.map(({ id, first }) => [id, ofPage(first)])),
    later: later.toString(),
  };
}
