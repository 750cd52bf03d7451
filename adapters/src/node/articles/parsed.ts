import type { Finding } from '../../contract/index.ts';

/** Collects what is wrong with one file. */
export interface Findings {
  readonly list: readonly Finding[];
  readonly add: (line: number | undefined, message: string) => void;
}

/** An empty collection for the file with this path. */
export function findingsOf(file: string): Findings {
  const list: Finding[] = [];
  return {
    list,
    add: (line, message) => {
      list.push(line === undefined ? { file, message } : { file, line, message });
    },
  };
}
