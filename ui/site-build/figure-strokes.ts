import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Matches an import of the strokes of an SVG file. */
const strokesImport = /^(.*\.svg)\?strokes$/;

/**
 * `figures.svg?strokes` imports a record of the strokes of each figure by id. A page inlines the figures of its first
 * screen, and references the file for the others.
 */
export const figureStrokes: Plugin = {
  name: 'figure-strokes',
  enforce: 'pre',
  load(id) {
    const [, path] = strokesImport.exec(id) ?? [];
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
