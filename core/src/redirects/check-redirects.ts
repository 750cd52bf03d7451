import { err, ok, type Result } from '../kernel/index.ts';
import { isPathOfSite } from '../text/index.ts';
import { type ParsedUrl, parsedUrl } from '../url/index.ts';
import type { Redirect, RedirectReason, RedirectsError } from './redirect.ts';

/** The longest address, in characters. */
const addressMax = 400;

function slashless(path: string): string {
  let end = path.length;
  // No pattern: it would take quadratic time for a path of slashes.
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * What paths that mean the same have in common: escapes read, no slash at the end, in one case. Undefined for a path that
 * cannot be read. Source: docs/rules.md#reading-redirects.
 */
export function addressKey(path: string): string | undefined {
  try {
    return slashless(decodeURIComponent(path).normalize().toLowerCase());
  } catch {
    return undefined;
  }
}

/** The name of a host without `www.`: an old site may have had it. */
const hostOf = ({ hostname }: ParsedUrl) => hostname.replace(/^www\./, '');

/** What the addresses of redirects are compared with. */
interface Site {
  /** The root of the site, without a slash at its end. */
  readonly home: string;
  /** Whether the site has a page or a file at a path. */
  readonly isPage: (path: string) => boolean;
  /** Whether a path that is no page may be a target all the same: an article has or had it, or will. */
  readonly isKnown: (path: string) => boolean;
}

/** A typed address: its path, and its query and fragment; or why it is none of this site. */
function addressOf(typed: string, { home }: Site) {
  // As browsers read what is typed.
  const text = typed.trim().replaceAll(' ', '%20');
  if (text === '') return 'required';
  if (text.length > addressMax) return 'too_long';
  const isWhole = /^https?:/i.test(text);
  const url = isWhole || isPathOfSite(text) ? parsedUrl(isWhole ? text : home + text) : undefined;
  const site = parsedUrl(home);
  if (!(url && site) || addressKey(url.pathname) === undefined) return 'not_a_path';
  if (hostOf(url) !== hostOf(site)) return 'foreign_host';
  const path = slashless(url.pathname);
  return isPathOfSite(path) ? { path, rest: url.search + url.hash } : 'not_a_path';
}

/** The path of an old address with what it is compared by, or why it cannot be one. */
function oldAddress(typed: string, site: Site) {
  const address = addressOf(typed, site);
  if (typeof address === 'string') return address;
  const { path, rest } = address;
  if (rest !== '') return 'not_a_path';
  return site.isPage(path) ? 'existing_page' : { path, key: addressKey(path) ?? path };
}

interface Row {
  readonly index: number;
  readonly key: string;
  readonly redirect: Redirect;
  /** What its target is compared by; undefined where the way ends there: at a page, or nowhere. */
  readonly next: string | undefined;
  /** Whether no page has its target. */
  readonly isDead: boolean;
}

/** Why a row does not end at its target. */
function detour(row: Row, rows: ReadonlyMap<string, Row>): 'loop' | 'chain' | undefined {
  const seen = new Set<string>();
  let next = rows.get(row.next ?? '');
  if (!next) return undefined;
  // A loop of others, into which it leads, is passed once.
  while (next && next !== row && !seen.has(next.key)) {
    seen.add(next.key);
    next = rows.get(next.next ?? '');
  }
  return next === row ? 'loop' : 'chain';
}

/**
 * Reads the redirects that somebody typed: paths, or whole URLs of this site. A redirect leads to its target at once,
 * never over another one. Error: `validation_failed` with a reason for each wrong address. Source: docs/contract.md#3,
 * docs/rules.md#reading-redirects.
 */
export function checkRedirects(
  typed: readonly Redirect[],
  site: Site,
): Result<readonly Redirect[], RedirectsError> {
  const fields: Record<string, RedirectReason> = {};
  const rows = new Map<string, Row>();
  for (const [index, redirect] of typed.entries()) {
    const from = oldAddress(redirect.from, site);
    const to = redirect.to === null ? undefined : addressOf(redirect.to, site);
    if (typeof from === 'string') fields[`${index}.from`] = from;
    else if (rows.has(from.key)) fields[`${index}.from`] = 'repeated';
    if (typeof to === 'string') fields[`${index}.to`] = to;
    if (typeof from === 'string' || typeof to === 'string' || rows.has(from.key)) continue;
    rows.set(from.key, {
      index,
      key: from.key,
      redirect: { from: from.path, to: to ? to.path + to.rest : null },
      next: to && !site.isPage(to.path) ? addressKey(to.path) : undefined,
      isDead: to !== undefined && !(site.isPage(to.path) || site.isKnown(to.path)),
    });
  }
  for (const row of rows.values()) {
    const way = detour(row, rows) ?? (row.isDead ? 'no_page' : undefined);
    if (way) fields[`${row.index}.to`] = way;
  }
  if (Object.keys(fields).length > 0) return err({ kind: 'validation_failed', fields });
  return ok([...rows.values()].map(({ redirect }) => redirect));
}
