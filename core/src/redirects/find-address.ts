import { isLanguage } from '../language/index.ts';
import { addressKey } from './check-redirects.ts';
import type { Redirect } from './redirect.ts';

/** Where an old address leads: to another one, or nowhere any more. */
export type Found = { readonly to: string } | 'gone';

/** Where a path leads that no page has; `search` is its query with the question mark. */
export type FindAddress = (path: string, search: string) => Found | undefined;

const partsOf = (address: string) => {
  const [beforeHash = '', ...hash] = address.split('#');
  const [path = '', ...query] = beforeHash.split('?');
  return { path, query: query.join('?'), hash: hash.length > 0 ? `#${hash.join('#')}` : '' };
};

const nameOf = (pair: string) => pair.split('=', 1)[0];

/** The parameters of a query. */
const pairsOf = (query: string) => query.split('&').filter((pair) => pair !== '');

/** An address with these parameters too, but for those that it has itself. */
function withQuery(address: string, more: readonly string[]): string {
  const { path, query, hash } = partsOf(address);
  const own = pairsOf(query);
  const names = new Set(own.map(nameOf));
  const all = [...own, ...more.filter((pair) => !names.has(nameOf(pair)))];
  return path + (all.length > 0 ? `?${all.join('&')}` : '') + hash;
}

/**
 * Finds old addresses: the earlier names of articles, and the table that lies over them. The query goes along, as it says
 * the language or where a visitor comes from; a language before the path becomes a parameter. A target that is itself the
 * earlier name of an article leads on to the article at once. Source: docs/rules.md#reading-redirects.
 */
export function finderOf(table: readonly Redirect[], renamed: readonly Redirect[]): FindAddress {
  const entry = ({ from, to }: Redirect) => [addressKey(from), to] as const;
  const articles = new Map(renamed.map(entry));
  const targets = new Map([...articles, ...table.map(entry)]);

  const found = (to: string | null, more: readonly string[]): Found => {
    if (to === null) return 'gone';
    const { path, query, hash } = partsOf(to);
    const renamedTo = articles.get(addressKey(path));
    const target = renamedTo ? renamedTo + (query && `?${query}`) + hash : to;
    return { to: withQuery(target, more) };
  };

  return (path, search) => {
    if (targets.size === 0) return undefined;
    const key = addressKey(path) ?? '';
    const asked = pairsOf(search.slice(1));
    const own = targets.get(key);
    if (own !== undefined) return found(own, asked);
    const [, language, rest] = /^\/([a-z]{2})(\/.+)/s.exec(key) ?? [];
    const to = isLanguage(language) ? targets.get(rest) : undefined;
    // A language that is asked for in the query counts, as on every page.
    const asksLanguage = asked.some((pair) => nameOf(pair) === 'lang');
    const added = asksLanguage ? [] : [`lang=${language}`];
    return to === undefined ? undefined : found(to, [...asked, ...added]);
  };
}
