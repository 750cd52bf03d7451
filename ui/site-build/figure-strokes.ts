import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** An import of the strokes of a file of figures. */
const asked = /^(.*\.svg)\?strokes$/;

/**
 * `figures.svg?strokes` imports a record of the strokes of each figure by its id. A page inlines the figures in its
 * first view, and uses the file for the others.
 */
export const figureStrokes: Plugin = {
  name: 'figure-strokes',
  enforce: 'pre',
  load(id) {
    const [, path] = asked.exec(id) ?? [];
    if (!path) return undefined;
    this.addWatchFile(path);
    const lines = readFileSync(path, 'utf8').replaceAll(/\n\s*/g, '');
    const strokes = [...lines.matchAll(/<g id="(\w+)">(.*?)<\/g>/g)].map(([, name, drawn]) => [
      name,
      drawn,
    ]);
    if (strokes.length === 0) throw new Error(`No figures are found in ${path}`);
    return `export default ${JSON.stringify(Object.fromEntries(strokes))}`;
  },
};
