import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** What is asked for: a file of figures, as the strokes of each. */
const asked = /^(.*\.svg)\?strokes$/;

/**
 * `figures.svg?strokes` is a record of the strokes of each figure by its id, without what only the file itself needs: a
 * page draws a figure that is seen first, and brings the file for others.
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
