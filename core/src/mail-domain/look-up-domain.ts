import { type DmarcRecord, domainsAbove, isDmarc, isWithin, parseDmarc } from './dmarc.ts';
import { parseIp } from './ip.ts';
import type { MailDns } from './ports.ts';
import { mostLookups, readSpf } from './spf.ts';
import { anybody, isSpf, termsOf } from './spf-record.ts';

/** How the site sends. */
export interface Sending {
  /** The domain of the sender, in lower case. */
  readonly domain: string;
  /** The mail server that takes the mails, as a name or an IP. */
  readonly host: string;
  /** The domain of the account at the mail server, where that is an address. */
  readonly accountDomain: string | undefined;
}

/** A record to set. */
export interface DnsRecord {
  readonly name: string;
  readonly type: 'TXT' | 'MX';
  readonly value: string;
}

/** Kinds of what makes mails end as spam, or replies end nowhere. */
export type MailDomainProblemKind =
  | 'no_dns'
  | 'no_answer'
  | 'no_mx'
  | 'null_mx'
  | 'no_spf'
  | 'many_spf'
  | 'spf_lookups'
  | 'spf_wrong'
  | 'spf_all'
  | 'spf_host'
  | 'no_dkim'
  | 'no_dmarc'
  | 'other_dmarc'
  | 'many_dmarc'
  | 'dmarc_wrong'
  | 'dmarc_none'
  | 'misaligned';

/** One problem, with the name it is about and the record to set. */
export interface MailDomainProblem {
  readonly kind: MailDomainProblemKind;
  readonly name: string;
  /** A number of look-ups or records, or the term that is wrong. */
  readonly detail?: string | number;
  readonly record?: DnsRecord;
  /** False: it may be right, or there is nothing to set. */
  readonly isCertain: boolean;
}

type Found = readonly MailDomainProblem[];

const txt = (name: string, value: string): DnsRecord => ({ name, type: 'TXT', value });

async function ofMx(dns: MailDns, { domain }: Sending): Promise<Found> {
  const hosts = await dns.mx(domain);
  if (hosts === undefined) return [{ kind: 'no_answer', name: domain, isCertain: false }];
  const record: DnsRecord = {
    name: domain,
    type: 'MX',
    value: '10 <mail server of your provider>',
  };
  if (hosts.length === 0) return [{ kind: 'no_mx', name: domain, record, isCertain: true }];
  return hosts.every((host) => host === '')
    ? [{ kind: 'null_mx', name: domain, record, isCertain: true }]
    : [];
}

/** The records in one, with `term` before its end. */
function joined(records: readonly string[], term?: string): string {
  const terms = records.flatMap(termsOf);
  const isEnd = (one: string) => /^[+~?-]?all$|^redirect=/i.test(one);
  const end = terms.findLast(isEnd) ?? '~all';
  const others = [...new Set(terms.filter((one) => !isEnd(one)))];
  return ['v=spf1', ...others, ...(term === undefined ? [] : [term]), end].join(' ');
}

async function ofSpf(dns: MailDns, { domain, host }: Sending): Promise<Found> {
  const texts = await dns.txt(domain);
  if (texts === undefined) return [{ kind: 'no_answer', name: domain, isCertain: false }];
  const records = texts.filter(isSpf);
  const [record] = records;
  const ip = parseIp(host);
  const own = ip ? `${ip.isV4 ? 'ip4' : 'ip6'}:${host}` : `a:${host}`;
  if (record === undefined)
    return [
      { kind: 'no_spf', name: domain, record: txt(domain, joined([], own)), isCertain: true },
    ];
  if (records.length > 1) {
    const one = txt(domain, joined(records));
    return [
      { kind: 'many_spf', name: domain, detail: records.length, record: one, isCertain: true },
    ];
  }
  const addresses = ip ? [host] : ((await dns.addresses(host)) ?? []);
  const found = await readSpf(dns, domain, record, addresses);
  const problems: MailDomainProblem[] = [];
  const add = (kind: MailDomainProblemKind, isCertain: boolean, more: Partial<MailDomainProblem>) =>
    problems.push({ kind, name: domain, isCertain, ...more });
  if (found.lookups > mostLookups) add('spf_lookups', true, { detail: found.lookups });
  if (found.wrongTerm !== undefined) {
    const terms = termsOf(record);
    const others = terms.filter((term) => term !== found.wrongTerm);
    // A mistake in what is included is for its owner to correct.
    const isOwn = others.length < terms.length;
    const rest = isOwn ? txt(domain, ['v=spf1', ...others].join(' ')) : undefined;
    add('spf_wrong', true, { detail: found.wrongTerm, ...(rest && { record: rest }) });
  }
  if (found.unanswered !== undefined) add('no_answer', false, { name: found.unanswered });
  if (found.allowsAll) {
    // What lets nobody else pass must still name the site's own server.
    const terms = termsOf(record).map((term) => (anybody.test(term) ? '~all' : term));
    const others = ['v=spf1', ...terms].join(' ');
    const { passes } = await readSpf(dns, domain, others, addresses);
    const value = passes === false ? joined([others], own) : others;
    add('spf_all', true, { record: txt(domain, value) });
  } else if (found.passes === false)
    add('spf_host', false, { detail: host, record: txt(domain, joined([record], own)) });
  return problems;
}

async function ofDkim(dns: MailDns, { domain }: Sending): Promise<Found> {
  const name = `_domainkey.${domain}`;
  return (await dns.exists(name)) === false ? [{ kind: 'no_dkim', name, isCertain: false }] : [];
}

/** The record of a domain, and where it stands. */
interface PlacedDmarc {
  readonly at: string;
  readonly parsed: DmarcRecord;
}

/** The policy of the domain, or of the nearest above it; or what is wrong with it. */
async function findDmarc(dns: MailDns, domain: string): Promise<Found | PlacedDmarc> {
  const toSet = txt(`_dmarc.${domain}`, 'v=DMARC1; p=quarantine');
  let other: string | undefined;
  for (const at of domainsAbove(domain)) {
    const name = `_dmarc.${at}`;
    const texts = await dns.txt(name);
    if (texts === undefined) return [{ kind: 'no_answer', name, isCertain: false }];
    const records = texts.filter(isDmarc);
    const [record] = records;
    if (record === undefined) {
      if (texts.length > 0) other ??= name;
      continue;
    }
    const parsed = records.length === 1 ? parseDmarc(record) : undefined;
    if (parsed) return { at, parsed };
    const kind = records.length > 1 ? 'many_dmarc' : 'dmarc_wrong';
    const fix = { ...toSet, name };
    return [{ kind, name, detail: records.length, record: fix, isCertain: true }];
  }
  const kind = other === undefined ? 'no_dmarc' : 'other_dmarc';
  return [{ kind, name: other ?? toSet.name, record: toSet, isCertain: true }];
}

async function ofDmarc(dns: MailDns, { domain, accountDomain }: Sending): Promise<Found> {
  const found = await findDmarc(dns, domain);
  if (!('parsed' in found)) return found;
  const { at, parsed } = found;
  const policy = at === domain ? parsed.policy : parsed.ofSubdomains;
  const none: Found =
    policy === 'none'
      ? [
          {
            kind: 'dmarc_none',
            name: `_dmarc.${at}`,
            record: txt(`_dmarc.${domain}`, 'v=DMARC1; p=quarantine'),
            isCertain: false,
          },
        ]
      : [];
  const isAligned = (isStrict: boolean) =>
    accountDomain === undefined ||
    (isStrict ? accountDomain === domain : isWithin(accountDomain, at));
  if (isAligned(parsed.isStrict.dkim) || isAligned(parsed.isStrict.spf)) return none;
  const misaligned = { kind: 'misaligned', name: domain, isCertain: false } as const;
  return [...none, { ...misaligned, ...(accountDomain ? { detail: accountDomain } : {}) }];
}

/**
 * What the DNS says of the domain that the site sends from: each problem, worst first in each of MX, SPF, DKIM and DMARC.
 * Where nothing answers there is one, `no_dns`. Source: docs/operations.md#mail-dns.
 */
export async function lookUpDomain(dns: MailDns, sending: Sending): Promise<Found> {
  const parts = [ofMx, ofSpf, ofDkim, ofDmarc].map((part) => part(dns, sending));
  const found = (await Promise.all(parts)).flat();
  // Neither MX nor SPF nor DMARC: the DNS itself does not respond.
  if (found.length === 3 && found.every(({ kind }) => kind === 'no_answer'))
    return [{ kind: 'no_dns', name: sending.domain, isCertain: false }];
  const isFirst = ({ kind, name }: MailDomainProblem, index: number) =>
    found.findIndex((one) => one.kind === kind && one.name === name) === index;
  return found.filter(isFirst);
}
