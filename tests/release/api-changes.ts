import type { ApiName } from './extract-api.ts';
import { withParameterNames } from './parameter-names.ts';

/** The API of a released version: each name with its declaration, of an interface with its members behind it. */
export type ApiSnapshot = Readonly<Record<string, string | readonly string[]>>;

/** How an API differs from that of the last version. */
export interface ApiChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly {
    readonly name: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** What a version must say about its changes. */
export type Change = 'breaking' | 'feature' | 'fix';

const oneLine = (declaration: string) => declaration.replaceAll(/\s+/g, ' ');

/**
 * The API as it is kept in a file, sorted, so that a difference of two files is readable. A type without a public name that
 * a declaration uses has a `~` before its name, as in TSDoc: a port more in it breaks callers too.
 */
export function snapshotOf(names: readonly ApiName[]): ApiSnapshot {
  const rows = names.map(({ module, name, isPublic, declaration, members }) => {
    const key = `${module}.${isPublic ? '' : '~'}${name}`;
    const head = oneLine(declaration);
    const own = members.map((member) => oneLine(member.declaration)).sort();
    return [key, own.length > 0 ? [head, ...own] : head] as const;
  });
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Versions up to 0.2.0 are kept with the names of parameters that API Extractor gives. */
const linesOf = (entry: string | readonly string[]) => [entry].flat().map(withParameterNames);

/** An interface that has everything it had, and optional members besides: neither who reads nor who makes one notices. */
function isWidened(before: readonly string[], after: readonly string[]): boolean {
  const more = after.filter((line) => !before.includes(line));
  return (
    after.length > 1 &&
    before.every((line) => after.includes(line)) &&
    more.every((line) => /^(readonly )?\w+\?:/.test(line))
  );
}

/** Compares two versions of an API. Any difference of a declaration counts as a change, whether or not it breaks a caller. */
export function apiChanges(before: ApiSnapshot, after: ApiSnapshot): ApiChanges {
  const kept = Object.keys(before).filter((name) => name in after);
  return {
    added: Object.keys(after).filter((name) => !(name in before)),
    removed: Object.keys(before).filter((name) => !(name in after)),
    changed: kept.flatMap((name) => {
      const [old, now] = [linesOf(before[name] ?? ''), linesOf(after[name] ?? '')];
      const isSame = old.join('\n') === now.join('\n') || isWidened(old, now);
      return isSame ? [] : [{ name, before: old.join('\n'), after: now.join('\n') }];
    }),
  };
}

/** What changes of an API ask for. */
export function changeOf({ added, removed, changed }: ApiChanges): Change {
  if (removed.length + changed.length > 0) return 'breaking';
  return added.length > 0 ? 'feature' : 'fix';
}

/** The changes as a page: what breaks first, each with its declaration before and after. */
export function changesPage({ added, removed, changed }: ApiChanges): string {
  const code = (text: string) => ['```ts', text, '```'];
  return [
    '# Changes of the API',
    ...(removed.length > 0 ? ['## Removed', removed.map((name) => `- ${name}`).join('\n')] : []),
    ...(changed.length > 0 ? ['## Changed'] : []),
    ...changed.map(({ name, before, after }) =>
      [`### ${name}`, '', ...code(before), '', ...code(after)].join('\n'),
    ),
    ...(added.length > 0 ? ['## Added', added.map((name) => `- ${name}`).join('\n')] : []),
  ].join('\n\n');
}
