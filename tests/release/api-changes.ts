/** The reports of API Extractor about a version, by path. */
export type Reports = ReadonlyMap<string, string>;

/** What a version must say about its changes. */
export type Change = 'breaking' | 'feature' | 'fix';

/** How the declarations of an API differ from those of the last release: the first line of each, behind its report. */
export interface ApiChanges {
  readonly breaking: readonly string[];
  readonly added: readonly string[];
}

/** The declarations of a report, each as its lines; a member of an interface is one line. */
export const declarationsOf = (report = ''): readonly (readonly string[])[] =>
  report
    .replaceAll(/^(?:##|>|```| *\/\/).*\n/gm, '')
    .replaceAll(/^import type /gm, 'import ')
    .split(/\n{2,}|\n(?=import )/)
    .map((text) => text.trim().split(/\n(?: {4}(?=[^\s}])|(?=\}))/))
    .filter(([first]) => first);

const textOf = (lines: readonly string[]) => lines.join('\n').replace(/^export /, '');

/** An interface that has everything it had, and optional members besides: neither who reads nor who makes one notices. */
const isWidened = (before: readonly string[], after: readonly string[]): boolean =>
  /\binterface /.test(before[0] ?? '') &&
  before.every((line) => after.includes(line)) &&
  after.every((line) => before.includes(line) || /^(?:readonly )?\w+\?:/.test(line));

/** Whether `after` still has a declaration; one without a public name may have got one. */
const isKept = (before: readonly string[], after: readonly (readonly string[])[]): boolean =>
  after.some(
    (now) =>
      textOf(now) === textOf(before) && (now[0] === before[0] || now[0]?.startsWith('export ')),
  ) || after.some((now) => isWidened(before, now));

/**
 * Compares two versions of an API: a declaration that is gone, or differs in anything but optional members of an interface,
 * counts as breaking, whether or not it breaks a caller.
 */
export function apiChanges(before: Reports, after: Reports): ApiChanges {
  const missing = (of: Reports, from: Reports, isThere: typeof isKept) =>
    [...of].flatMap(([path, report]) => {
      const others = declarationsOf(from.get(path));
      return declarationsOf(report)
        .filter((one) => !isThere(one, others))
        .map(([first]) => `${path}: ${first}`);
    });
  const isSame: typeof isKept = (one, all) => all.some((other) => textOf(other) === textOf(one));
  return { breaking: missing(before, after, isKept), added: missing(after, before, isSame) };
}

/** What changes of an API ask for. */
export function changeOf({ breaking, added }: ApiChanges): Change {
  if (breaking.length > 0) return 'breaking';
  return added.length > 0 ? 'feature' : 'fix';
}
