/** What files of drawings read from the page that shows them. */
export const drawingColours = /^--fig-/;

const named = /(?<![\w-])--[a-z_][\w-]*/g;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const short = (index: number): string =>
  (index < letters.length ? '' : short(Math.floor(index / letters.length) - 1)) +
  letters.charAt(index % letters.length);

/**
 * The same sheet with one or two letters for each custom property, the most used ones first: every page carries
 * hundreds of them. A property that the sheet only reads is set by a script, so it keeps its name, and so do those that
 * drawings read.
 */
export function shortNames(css: string): string {
  const uses = new Map<string, number>();
  for (const [name] of css.matchAll(named)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const declared = new Set(
    [...css.matchAll(/(?<![\w-])(--[a-z_][\w-]*)\s*:/g)].map(([, name]) => name),
  );
  const own = [...uses]
    .filter(([name]) => declared.has(name) && !drawingColours.test(name))
    .sort(([, a], [, b]) => b - a);
  const names = new Map(own.map(([name], index) => [name, `--${short(index)}`]));
  return css.replaceAll(named, (name) => names.get(name) ?? name);
}
