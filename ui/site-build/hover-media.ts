import postcss, { type Rule } from 'postcss';

const hovering = /:hover\b/;
/** `:hover` inside another pseudo-class, `:where(:hover)` apart: such a selector says something without a pointer too. */
const nested = /\([^()]*(?<!:where\():hover|:hover[^()]*,[^()]*\)/;

/**
 * The same sheet with its hover styles for pointers that can hover: a touch screen gives them to what was tapped last,
 * and draws each tap once more. Selectors beside them in one rule stay as they are; one that mixes hover with other states
 * inside a pseudo-class ends the build.
 */
export function hoverMedia(css: string): string {
  const root = postcss.parse(css);
  const rules: Rule[] = [];
  root.walkRules(hovering, (rule) => void rules.push(rule));
  for (const rule of rules) {
    const mixed = rule.selectors.find((selector) => nested.test(selector));
    if (mixed) throw new Error(`Write :hover by itself or as :where(:hover), not as in ${mixed}`);
    const others = rule.selectors.filter((selector) => !hovering.test(selector));
    const hovers = rule.clone({
      selectors: rule.selectors.filter((selector) => hovering.test(selector)),
    });
    const media = postcss.atRule({ name: 'media', params: '(hover:hover)', nodes: [hovers] });
    if (others.length === 0) rule.replaceWith(media);
    else {
      rule.selectors = others;
      rule.after(media);
    }
  }
  return root.toString();
}
