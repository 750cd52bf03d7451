import { readFileSync } from 'node:fs';
import type { Finding } from '@coachsite/adapters/contract';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A text of a file, with the path of its key: `meta.title`. */
interface Sentence {
  readonly key: string;
  readonly text: string;
  readonly line: number | undefined;
}

/** A file of texts as it is written, and as data; without data when it is no JSON. */
export interface TextFile {
  /** Path below the project. */
  readonly file: string;
  readonly json: Json | undefined;
  readonly sentences: readonly Sentence[];
  readonly findings: readonly Finding[];
}

/** The line of the first place where the file has this text as a value. */
function lineOf(raw: string, text: string): number | undefined {
  const at = raw.indexOf(JSON.stringify(text));
  return at === -1 ? undefined : raw.slice(0, at).split('\n').length;
}

/**
 * Where the notation is broken, by the message of the parser: it names the position, or the character with up to ten others
 * on either side of it.
 */
function brokenAt(raw: string, message: string): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const [, token = '', isCut, context = ''] =
    /^Unexpected token '(.+?)', (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  const at = raw.indexOf(context);
  return context === '' || at === -1 ? undefined : at + context.indexOf(token, isCut ? 10 : 0);
}

/** The finding for a file whose notation the parser of JSON rejected. */
export function notationFinding(file: string, raw: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const at = brokenAt(raw, message);
  const [what = ''] = message.split(/ in JSON|, (?:\.\.\.)?"/, 1);
  return {
    file,
    ...(at !== undefined && { line: raw.slice(0, at).split('\n').length }),
    message: `the notation is broken (${what}): often a quote or a comma is missing, or one too many, on this line or the one above`,
  };
}

/** Every text with the path of its key. */
function textsIn(json: Json, key: string): readonly (readonly [string, string])[] {
  if (typeof json === 'string') return [[key, json]];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, inner]) =>
    textsIn(inner, key ? `${key}.${name}` : name),
  );
}

/** Reads a file of texts, named `shownAs` in its findings; a mistake in its notation is a finding with its line. */
export function readTextFile(path: string, shownAs: string): TextFile {
  const file = shownAs;
  const raw = readFileSync(path, 'utf8');
  try {
    const json = JSON.parse(raw) as Json;
    const sentences = textsIn(json, '').map(([key, text]) => ({
      key,
      text,
      line: lineOf(raw, text),
    }));
    return { file, json, sentences, findings: [] };
  } catch (error) {
    const finding = notationFinding(file, raw, error);
    return { file, json: undefined, sentences: [], findings: [finding] };
  }
}
