/** The purpose of a stored name; only necessary ones are stored without consent. Source: docs/rules.md#3. */
export type StoredCategory = 'necessary' | 'functional' | 'analytics' | 'marketing';

/** Where the browser stores it. */
type StoredPlace = 'local' | 'localAndCookie' | 'tab' | 'lockedCookie' | 'google';

export interface StoredItem {
  /** Key of its text in `cookies:list.items`. */
  readonly id:
    | 'language'
    | 'lastPath'
    | 'contact-draft'
    | 'week'
    | 'cookie-consent'
    | 'sticky-cta-dismissed'
    | 'session'
    | 'access'
    | 'refresh'
    | 'device'
    | 'scroll'
    | 'sign-in-verifier'
    | 'flow'
    | 'guards'
    | '_ga'
    | '_ga_*';
  /** The name as the browser shows it; several of one purpose are listed together. */
  readonly names: readonly string[];
  readonly category: StoredCategory;
  readonly place: StoredPlace;
}

/**
 * Everything this site may store in a browser, each name with one purpose. The cookie policy shows and counts this
 * list; a test compares it with the storage of a browser.
 * Source: docs/contract.md#4, docs/contract.md#6, docs/law-and-search.md#D3, docs/law-and-search.md#D11.
 */
export const storedItems: readonly StoredItem[] = [
  { id: 'language', names: ['language'], category: 'necessary', place: 'localAndCookie' },
  { id: 'lastPath', names: ['lastPath'], category: 'necessary', place: 'local' },
  { id: 'contact-draft', names: ['contact-draft', 'typed'], category: 'necessary', place: 'tab' },
  { id: 'week', names: ['week'], category: 'necessary', place: 'tab' },
  { id: 'cookie-consent', names: ['cookie-consent'], category: 'necessary', place: 'local' },
  {
    id: 'sticky-cta-dismissed',
    names: ['sticky-cta-dismissed'],
    category: 'necessary',
    place: 'tab',
  },
  // The router chooses this name, which contains its version.
  {
    id: 'scroll',
    names: ['tsr-scroll-restoration-v1_3'],
    category: 'necessary',
    place: 'tab',
  },
  { id: 'session', names: ['session'], category: 'necessary', place: 'local' },
  {
    id: 'access',
    names: ['cs-access', '__Host-cs-access'],
    category: 'necessary',
    place: 'lockedCookie',
  },
  {
    id: 'refresh',
    names: ['cs-refresh', '__Host-cs-refresh'],
    category: 'necessary',
    place: 'lockedCookie',
  },
  {
    id: 'device',
    names: ['cs-device', '__Host-cs-device'],
    category: 'necessary',
    place: 'lockedCookie',
  },
  {
    id: 'sign-in-verifier',
    names: ['sign-in-verifier'],
    category: 'necessary',
    place: 'tab',
  },
  {
    id: 'flow',
    names: ['cs-flow', '__Host-cs-flow'],
    category: 'necessary',
    place: 'lockedCookie',
  },
  {
    id: 'guards',
    names: ['language-reload', 'root-reload', 'gone-reload'],
    category: 'necessary',
    place: 'tab',
  },
  { id: '_ga', names: ['_ga'], category: 'analytics', place: 'google' },
  { id: '_ga_*', names: ['_ga_*'], category: 'analytics', place: 'google' },
];

export const storedCategories: readonly StoredCategory[] = [
  'necessary',
  'functional',
  'analytics',
  'marketing',
];

/** What one site may store: without a Google Analytics id, none of the cookies of Google Analytics. */
export const storedItemsOf = (hasAnalytics: boolean): readonly StoredItem[] =>
  storedItems.filter(({ category }) => hasAnalytics || category !== 'analytics');

/** The number of names in a category. */
export const countOf = (items: readonly StoredItem[], category: StoredCategory): number =>
  items.filter((item) => item.category === category).length;

/** The number of names, and of those that require consent. */
export function totalsOf(items: readonly StoredItem[]) {
  const necessary = countOf(items, 'necessary');
  return { total: items.length, necessary, optional: items.length - necessary };
}

/** The totals of a site with Google Analytics. */
export const storedTotals = totalsOf(storedItems);
