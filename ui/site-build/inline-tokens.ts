import type { AtRule, Container, Declaration } from 'postcss';

/** A value no longer than this is shorter than its name and the reference to it, however often it is used. */
const shortValue = 8;

/** Declared on the root element in every scheme and medium, and made of no other. */
function isDesignToken({ parent, value }: Declaration): boolean {
  if (parent?.type !== 'rule' || !('selector' in parent) || parent.selector !== ':root')
    return false;
  const { type, name } = parent.parent as AtRule;
  return ((type as string) === 'root' || name === 'layer') && !value.includes('var(');
}

/**
 * The same rules with the design tokens written where they are read, if they are short or read once: a page that uses a
 * part of the sheet carries many such. A token that is declared anywhere else too, by a ground or a scheme, stays, and so
 * do those that another sheet has to do with.
 */
export function inlineTokens(root: Container, shared: ReadonlySet<string>): string {
  for (let again = true; again; ) {
    again = false;
    const declared = new Map<string, Declaration[]>();
    root.walkDecls(/^--/, (one) => {
      declared.set(one.prop, [...(declared.get(one.prop) ?? []), one]);
    });
    for (const [name, [token, ...others]] of declared) {
      if (!token || others.length > 0 || shared.has(name) || !isDesignToken(token)) continue;
      const reference = `var(${name})`;
      const readers: Declaration[] = [];
      let reads = 0;
      let hasFallback = false;
      root.walkDecls((one) => {
        hasFallback ||= one.value.includes(`var(${name},`);
        const times = one.value.split(reference).length - 1;
        if (times > 0) readers.push(one);
        reads += times;
      });
      if (hasFallback || reads === 0 || (reads > 1 && token.value.length > shortValue)) continue;
      for (const reader of readers) reader.value = reader.value.replaceAll(reference, token.value);
      const rule = token.parent;
      token.remove();
      if (rule?.nodes?.length === 0) rule.remove();
      again = true;
    }
  }
  return root.toString();
}
