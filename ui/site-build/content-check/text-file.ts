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
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    const at = position ? raw.slice(0, Number(position)).split('\n').length : undefined;
    const finding = {
      file,
      ...(at && { line: at }),
      message: `the notation is broken (${message.split(' in JSON', 1)[0]}): often a quote or a comma is missing, or one too many, on this line or the one above`,
    };
    return { file, json: undefined, sentences: [], findings: [finding] };
  }
}
