import { isArticleSlug } from '@coachsite/core/blog';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { articleCategories, articleCovers } from '../../contract/index.ts';
import { mistakes } from './mistakes.ts';
import type { Findings } from './parsed.ts';

const sentence = z.string().trim().min(1);

/** The front matter of an article's file. Unknown keys are mistakes: a misspelt one would be ignored otherwise. */
const FrontMatter = z.strictObject({
  title: sentence,
  description: sentence,
  lead: sentence,
  summary: sentence,
  date: z.iso.date(),
  updated: z.iso.date().optional(),
  category: z.enum(articleCategories),
  cover: z.enum(articleCovers),
  draft: z.boolean().default(false),
  aliases: z.array(z.string().refine(isArticleSlug)).optional(),
  anchor: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .optional(),
  notice: z
    .strictObject({ title: sentence, description: sentence, summary: sentence, text: sentence })
    .optional(),
});

export type FrontMatter = Readonly<z.infer<typeof FrontMatter>>;

/** The two parts of a file; `bodyLine` is the number of lines above the body. */
export interface Divided {
  readonly front: string;
  readonly body: string;
  readonly bodyLine: number;
}

/** Divides a file into front matter (between two lines `---`) and body; undefined without front matter. */
export function divide(text: string): Divided | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end === -1) return undefined;
  return {
    front: lines.slice(1, end).join('\n'),
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 1,
  };
}

/** Reads the front matter; undefined, with findings, when it cannot be used. */
export function readFrontMatter(front: string, findings: Findings): FrontMatter | undefined {
  const lines = new LineCounter();
  const document = parseDocument(front, { lineCounter: lines });
  // The first line of the file is the line of dashes.
  const lineAt = (offset: number) => lines.linePos(offset).line + 1;
  for (const { pos, message } of document.errors) {
    const reason = message.split('\n', 1)[0]?.replace(/ at line.*$/, '') ?? message;
    findings.add(lineAt(pos[0]), mistakes.yaml(reason));
  }
  if (document.errors.length > 0) return undefined;
  const read = FrontMatter.safeParse(document.toJS() ?? {});
  if (read.success) return read.data;
  for (const { path, message, code, ...issue } of read.error.issues) {
    const unknown = code === 'unrecognized_keys' ? (issue as { keys: string[] }).keys : [];
    const at = [...path, ...unknown.slice(0, 1)];
    const node: unknown = document.getIn(at, true);
    const range = (node as { range?: readonly number[] } | undefined)?.range;
    // Of a list the mistake is in one of its entries.
    const name = at[0] === 'aliases' ? 'aliases' : at.join('.');
    const line = range?.[0] === undefined ? 1 : lineAt(range[0]);
    if (unknown.length > 0) findings.add(line, mistakes.unknownKey(name));
    else if (node === undefined) findings.add(line, mistakes.missingKey(name));
    else findings.add(line, mistakes.wrongValue(name, message, document.getIn(at) === ''));
  }
  return undefined;
}
