/** What a DMARC record asks of receivers (RFC 7489, 6.3). */
export interface DmarcRecord {
  /** What happens to mails of the domain that fail. */
  readonly policy: 'none' | 'quarantine' | 'reject';
  /** What happens to those of its subdomains. */
  readonly ofSubdomains: 'none' | 'quarantine' | 'reject';
  /** Whether the domains of DKIM and SPF must be the same as that of the sender, not only of one organisation. */
  readonly isStrict: { readonly dkim: boolean; readonly spf: boolean };
}

/** Whether a text is a DMARC record, well-formed or not. */
export const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text);

const policies = ['none', 'quarantine', 'reject'] as const;
const policyOf = (text: string | undefined) =>
  policies.find((policy) => policy === text?.toLowerCase());

/** Reads a DMARC record; undefined where it has no policy, which receivers take for no record. */
export function parseDmarc(record: string): DmarcRecord | undefined {
  const tags = new Map(
    record.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()] as const;
    }),
  );
  // A record that asks for reports may have a policy that nobody knows (RFC 7489, 6.6.3).
  const policy = policyOf(tags.get('p')) ?? (tags.get('rua') ? 'none' : undefined);
  if (policy === undefined) return undefined;
  const isStrict = (name: string) => tags.get(name)?.toLowerCase() === 's';
  return {
    policy,
    ofSubdomains: policyOf(tags.get('sp')) ?? policy,
    isStrict: { dkim: isStrict('adkim'), spf: isStrict('aspf') },
  };
}

/** A domain and those above it, but for the last label. */
export function domainsAbove(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Whether a domain is another one or lies below it. */
export const isWithin = (domain: string, above: string): boolean =>
  domain === above || domain.endsWith(`.${above}`);
