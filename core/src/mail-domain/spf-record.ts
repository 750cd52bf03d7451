import { type Network, networkOf, parseIp } from './ip.ts';

interface OfDomain<Kind> {
  readonly kind: Kind;
  readonly domain: string;
}

interface OfHosts<Kind> {
  readonly kind: Kind;
  /** Undefined: the domain of the record. */
  readonly domain: string | undefined;
  readonly v4: number;
  readonly v6: number;
}

/** A term of an SPF record (RFC 7208, 5 and 6). */
export type SpfTerm =
  | { readonly kind: 'all' }
  | { readonly kind: 'ptr' }
  | { readonly kind: 'network'; readonly network: Network }
  | OfDomain<'include'>
  | OfDomain<'exists'>
  | OfDomain<'redirect'>
  | OfHosts<'a'>
  | OfHosts<'mx'>;

const qualifiers = ['+', '-', '~', '?'] as const;

/** A term with what a match means: `+` lets the sender pass. */
export interface QualifiedTerm {
  readonly qualifier: (typeof qualifiers)[number];
  readonly term: SpfTerm;
}

/** Whether a text is an SPF record, well-formed or not. */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/** The term that lets everybody send. */
export const anybody: RegExp = /^\+?all$/i;

/** The terms of a record as they are written. */
export const termsOf = (record: string): readonly string[] =>
  record.split(' ').filter(Boolean).slice(1);

function network(value: string): SpfTerm | undefined {
  const [address = '', length, ...rest] = value.split('/');
  const ip = parseIp(address);
  if (!ip || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length)))
    return undefined;
  const found = networkOf(ip, length === undefined ? ip.bits.length : Number(length));
  return found && { kind: 'network', network: found };
}

const withDomain = /^(a|mx)(?::([^/]+))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/i;

function termOf(text: string): SpfTerm | undefined {
  const at = text.search(/[:=]/);
  const kind = (at < 0 ? text : text.slice(0, at)).toLowerCase();
  const value = at < 0 ? '' : text.slice(at + 1);
  if ((text[at] === '=') !== (kind === 'redirect')) return undefined;
  if (kind === 'all') return value === '' ? { kind } : undefined;
  if (kind === 'ptr') return { kind };
  if (kind === 'include' || kind === 'exists' || kind === 'redirect')
    return value === '' ? undefined : { kind, domain: value };
  if (kind === 'ip4' || kind === 'ip6') {
    const found = network(value);
    return found?.kind === 'network' && found.network.isV4 === (kind === 'ip4') ? found : undefined;
  }
  const [, of = '', domain, v4 = '32', v6 = '128'] = withDomain.exec(text) ?? [];
  const isFine = of !== '' && Number(v4) <= 32 && Number(v6) <= 128;
  return isFine
    ? { kind: of.toLowerCase() as 'a' | 'mx', domain, v4: Number(v4), v6: Number(v6) }
    : undefined;
}

const isOtherModifier = (text: string) =>
  /^[a-z][a-z\d_.-]*=/i.test(text) && !/^redirect=/i.test(text);

/** Reads one term; `other` for a modifier that decides nothing, undefined for a mistake. */
export function parseTerm(text: string): QualifiedTerm | 'other' | undefined {
  if (isOtherModifier(text)) return 'other';
  const qualifier = qualifiers.find((one) => text.startsWith(one));
  const term = termOf(qualifier === undefined ? text : text.slice(1));
  return term && { qualifier: qualifier ?? '+', term };
}
