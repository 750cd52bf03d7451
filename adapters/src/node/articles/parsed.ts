import type { Language } from '@coachsite/core/language';
import type { Finding } from '../../contract/index.ts';
import type { Mistake } from './mistakes.ts';

/** Collects what is wrong with one file. */
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
      list.push(line === undefined ? { file, message } : { file, line, message });
    },
  };
}
