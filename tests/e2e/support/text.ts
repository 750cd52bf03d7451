import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from './test.ts';

const content = join(import.meta.dirname, '..', '..', '..', 'ui', 'content');
const files = new Map<string, unknown>();

function read(language: Language, namespace: string): unknown {
  const path = join(content, language, `${namespace}.json`);
  if (!files.has(path)) files.set(path, JSON.parse(readFileSync(path, 'utf8')));
  return files.get(path);
}

/** A text of the site that no contract fixes, as its content files have it: `text('nl', 'admin:upload.done')`. */
export function text(
  language: Language,
  key: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const [namespace = '', path = ''] = key.split(':');
  const found = path
    .split('.')
    .reduce<unknown>(
      (tree, part) => (tree as Record<string, unknown> | undefined)?.[part],
      read(language, namespace),
    );
  if (typeof found !== 'string') throw new Error(`No text ${key}`);
  return found.replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => values[name] ?? hole);
}
