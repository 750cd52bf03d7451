import type { Language } from '@coachsite/core/language';
import type { Finding } from '../../contract/index.ts';
import type { Mistake } from './mistakes.ts';

/** Collects what is wrong with one file, each mistake of a line once. */
export interface Findings {
  readonly list: readonly Finding[];
  readonly add: (line: number | undefined, mistake: Mistake) => void;
}

/** An empty collection for the file with this path, in a language. */
export function findingsOf(file: string, language: Language): Findings {
  const list: Finding[] = [];
  return {
    list,
    add: (line, { [language]: message }) => {
      // An element opens and closes: its two tags are one mistake.
      if (list.some((one) => one.line === line && one.message === message)) return;
      list.push(line === undefined ? { file, message } : { file, line, message });
    },
  };
}
