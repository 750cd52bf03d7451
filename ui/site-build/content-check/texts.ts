import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@coachsite/adapters/contract';
import { languages } from '@coachsite/core/language';
import { type Json, readTextFile, type TextFile } from './text-file.ts';

/** Every file of texts in both languages. */
export function readTexts(content: string): readonly TextFile[] {
  return languages.flatMap((language) =>
    readdirSync(join(content, language))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => readTextFile(join(content, language, name), `ui/content/${language}/${name}`)),
  );
}

/** The keys of a file; lists may differ in length, not in shape. */
function keysOf(json: Json, path: string): readonly string[] {
  if (typeof json !== 'object' || json === null) return [path];
  if (Array.isArray(json)) return [...new Set(json.flatMap((item) => keysOf(item, `${path}[]`)))];
  return Object.entries(json).flatMap(([key, inner]) =>
    keysOf(inner, path ? `${path}.${key}` : key),
  );
}

/** The variables of a text, such as `{{brand}}`. */
const variablesOf = (text: string) =>
  [...text.matchAll(/\{\{\s*([^}]*?)\s*\}\}/g)].map(([, name = '']) => name);

/** Files, keys and variables that one of the two languages lacks, and texts that say nothing. */
export function checkTexts(files: readonly TextFile[]): readonly Finding[] {
  const byPath = new Map(files.map((one) => [one.file, one]));
  return files.flatMap((own): readonly Finding[] => {
    const other = own.file.includes('/content/nl/')
      ? own.file.replace('/content/nl/', '/content/en/')
      : own.file.replace('/content/en/', '/content/nl/');
    const partner = byPath.get(other);
    const found: Finding[] = [...own.findings];
    if (!partner)
      found.push({ file: other, message: 'this file is missing; the other language has it' });
    if (own.json !== undefined && partner?.json !== undefined) {
      const known = new Set(keysOf(own.json, ''));
      for (const key of keysOf(partner.json, ''))
        if (!known.has(key))
          found.push({ file: own.file, message: `"${key}" is missing; ${other} has it` });
    }
    const texts = new Map(partner?.sentences.map(({ key, text }) => [key, text]));
    for (const { key, text, line } of own.sentences) {
      const at = { file: own.file, ...(line && { line }) };
      if (text.trim() === '') found.push({ ...at, message: `"${key}" is empty` });
      const twin = texts.get(key);
      const known = new Set(twin === undefined ? variablesOf(text) : variablesOf(twin));
      for (const name of new Set(variablesOf(text)))
        if (!known.has(name) && !isShared(name, files))
          found.push({ ...at, message: `"${key}" has {{${name}}}, which ${other} does not` });
    }
    return found;
  });
}

/** Whether other texts use the variable too: it is then a common one, such as `{{brand}}`, and no typing error. */
function isShared(name: string, files: readonly TextFile[]): boolean {
  const uses = files.flatMap(({ sentences }) =>
    sentences.filter(({ text }) => variablesOf(text).includes(name)),
  );
  return uses.length > 1;
}
