import { holds, type Network, networkOf, parseIp } from './ip.ts';
import type { MailDns } from './ports.ts';
import { anybody, isSpf, parseTerm, type SpfTerm, termsOf } from './spf-record.ts';

/** The most terms that ask the DNS, in a record and all that it includes (RFC 7208, 4.6.4). */
export const mostLookups = 10;

/** What a record says. */
export interface SpfFindings {
  /** Terms that ask the DNS, in the record and all that it includes, whichever of them is needed for one sender. */
  readonly lookups: number;
  /** The first term that is wrong, or names a domain without a record of its own: receivers reject the whole record. */
  readonly wrongTerm: string | undefined;
  /** A name that gave no answer. */
  readonly unanswered: string | undefined;
  /** Whether a sender from one of the addresses passes; undefined where that depends on more than its address. */
  readonly passes: boolean | undefined;
  /** Whether anybody passes. */
  readonly allowsAll: boolean;
}

/** What is kept while a record is read. */
interface Walk {
  lookups: number;
  wrongTerm: string | undefined;
  unanswered: string | undefined;
  isUncertain: boolean;
}

/** Reading ends where receivers have long given up. */
const readAtMost = 30;

const hasMacro = (domain: string | undefined) => domain?.includes('%') ?? false;

/**
 * Reads an SPF record with all that it includes, and whether it lets a sender from `addresses` pass: one of them is enough,
 * as nobody knows which of them the mail server sends from. Source: RFC 7208.
 */
export async function readSpf(
  dns: MailDns,
  domain: string,
  record: string,
  addresses: readonly string[],
): Promise<SpfFindings> {
  const ips = addresses.flatMap((address) => parseIp(address) ?? []);
  const walk: Walk = {
    lookups: 0,
    wrongTerm: undefined,
    unanswered: undefined,
    isUncertain: false,
  };
  const isOne = (network: Network) => ips.some((ip) => holds(network, ip));

  const answered = <T>(name: string, answer: readonly T[] | undefined): readonly T[] => {
    if (answer === undefined) walk.unanswered ??= name;
    return answer ?? [];
  };

  async function hostsMatch(
    { kind, domain: given, v4, v6 }: Extract<SpfTerm, { kind: 'a' | 'mx' }>,
    own: string,
  ): Promise<boolean> {
    const name = given ?? own;
    const hosts = kind === 'a' ? [name] : answered(name, await dns.mx(name)).slice(0, mostLookups);
    let matches = false;
    for (const host of hosts.filter(Boolean)) {
      for (const address of answered(host, await dns.addresses(host))) {
        const ip = parseIp(address);
        const network = ip && networkOf(ip, ip.isV4 ? v4 : v6);
        matches ||= network !== undefined && isOne(network);
      }
    }
    return matches;
  }

  /** Whether the record of another domain lets the sender pass. */
  async function passesBy(name: string, term: string): Promise<boolean> {
    const texts = await dns.txt(name);
    const [first, ...more] = answered(name, texts).filter(isSpf);
    if (first !== undefined && more.length === 0) return ofRecord(name, first);
    if (texts !== undefined) walk.wrongTerm ??= term;
    return false;
  }

  async function isMatch(term: SpfTerm, own: string, written: string): Promise<boolean> {
    if (term.kind === 'all') return true;
    if (term.kind === 'network') return isOne(term.network);
    walk.lookups += 1;
    if (walk.lookups > readAtMost) return false;
    if (term.kind === 'ptr' || term.kind === 'exists' || hasMacro(term.domain)) {
      walk.isUncertain = true;
      return false;
    }
    if (term.kind === 'include' || term.kind === 'redirect') return passesBy(term.domain, written);
    return hostsMatch(term, own);
  }

  /** Whether a record lets the sender pass, after all of it was read. */
  async function ofRecord(own: string, text: string): Promise<boolean> {
    let passes: boolean | undefined;
    let redirect: (() => Promise<boolean>) | undefined;
    for (const written of termsOf(text)) {
      const parsed = parseTerm(written);
      if (parsed === undefined) walk.wrongTerm ??= written;
      if (parsed === undefined || parsed === 'other') continue;
      const { term, qualifier } = parsed;
      // It is followed where nothing else matches, wherever it stands.
      if (term.kind === 'redirect') redirect = () => isMatch(term, own, written);
      else if (await isMatch(term, own, written)) passes ??= qualifier === '+';
    }
    return passes ?? (await redirect?.()) ?? false;
  }

  const passes = await ofRecord(domain, record);
  return {
    ...walk,
    passes:
      passes || !(walk.isUncertain || walk.unanswered !== undefined || ips.length === 0)
        ? passes
        : undefined,
    allowsAll: termsOf(record).some((term) => anybody.test(term)),
  };
}
