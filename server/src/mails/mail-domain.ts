import { setTimeout as wait } from 'node:timers/promises';
import { nodeMailDns } from '@coachsite/adapters/dns';
import { type Milliseconds, secondMs } from '@coachsite/core/kernel';
import {
  type DnsRecord,
  lookUpDomain,
  type MailDns,
  type MailDomainProblem,
  type MailDomainProblemKind,
  mostLookups,
  type Sending,
} from '@coachsite/core/mail-domain';
import { isLoopbackHost } from '@coachsite/core/url';
import { Result } from 'neverthrow';
import type { Config } from '../config/config.ts';

/** A problem in one sentence, with the record to set. */
export interface MailDomainGap {
  readonly where: string;
  readonly what: string;
  /** False: it may be right, or nothing is known. */
  readonly isNeeded: boolean;
}

const sentences: Readonly<Record<MailDomainProblemKind, (name: string, detail: string) => string>> =
  {
    no_dns: () =>
      'does not respond to this machine, so nothing is known of MX, SPF, DKIM and DMARC: do this again where it does',
    no_answer: (name) => `gives no answer about ${name}: do this again later`,
    no_mx: (name) => `${name} has no MX, so replies and notices of failure arrive nowhere`,
    null_mx: (name) =>
      `${name} says that it takes no mail, so replies arrive nowhere and many servers reject its mails`,
    no_spf: (name) =>
      `${name} has no SPF record, so mails end as spam: set the one that your provider names, or this one if it sends from the host of SMTP_URL`,
    many_spf: (name, count) =>
      `${name} has ${count} SPF records, which count as none: make them one`,
    spf_lookups: (name, count) =>
      `the SPF record of ${name} needs ${count} look-ups, and beyond ${mostLookups} receivers reject it: take out an include that sends nothing, or write its networks as ip4: and ip6:`,
    spf_wrong: (name, term) =>
      `the SPF record of ${name} is rejected as a whole for ${term}: correct it, or take it out`,
    spf_all: (name) => `the SPF record of ${name} lets everybody send, so it proves nothing`,
    spf_host: (name, host) =>
      `the SPF record of ${name} does not name ${host}: unless your provider sends from elsewhere, add what it asks for`,
    no_dkim: (name) =>
      `there is no key below ${name}, so no mail has a DKIM signature of the domain: turn it on at the provider of SMTP_URL, and set the records that it names`,
    no_dmarc: (name) => `${name} has no DMARC record, which large providers ask for`,
    other_dmarc: (name) =>
      `${name} has a text that is no DMARC record, perhaps of a wildcard: a record of its own goes before it`,
    many_dmarc: (name, count) =>
      `${name} has ${count} DMARC records, which count as none: keep one`,
    dmarc_wrong: (name) => `the DMARC record of ${name} has no policy that receivers know`,
    dmarc_none: (name) =>
      `the DMARC record of ${name} asks for nothing (p=none), so anybody may send in its name: ask for more once the reports are good`,
    misaligned: (name, account) =>
      `SMTP_URL signs in as an account of ${account}: a mail that is signed for that domain fails the DMARC of ${name}, so let the provider sign for ${name}, or use an account there`,
  };

const written = ({ name, type, value }: DnsRecord) =>
  `${name}. ${type} ${type === 'TXT' ? JSON.stringify(value) : value}`;

const toGap = ({
  kind,
  name,
  detail = '',
  record,
  isCertain,
}: MailDomainProblem): MailDomainGap => ({
  where: 'DNS',
  what: sentences[kind](name, String(detail)) + (record ? `. Set: ${written(record)}` : ''),
  isNeeded: isCertain,
});

/** How the site sends; undefined while it sends through no server, or through one of this machine, which is not asked about. */
function sendingOf({
  smtpUrl,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'mailFrom'>): Sending | undefined {
  if (smtpUrl === undefined) return undefined;
  const { hostname, username } = new URL(smtpUrl);
  // An IPv6 stands in brackets there.
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const domain = /@([a-z\d.-]+\.[a-z\d-]+)>?\s*$/i.exec(mailFrom)?.[1]?.toLowerCase();
  if (domain === undefined || isLoopbackHost(hostname)) return undefined;
  // A per cent sign that stands for itself is no escape.
  const account = Result.fromThrowable(decodeURIComponent)(username).unwrapOr(username);
  const accountDomain = /@(.+)$/.exec(account)?.[1]?.toLowerCase();
  return { domain, host, accountDomain };
}

/** A record may name hundreds of others, each of which a silent server lets wait for seconds. */
const longestWaitMs = 60 * secondMs;

/** What the DNS of the domain in `MAIL_FROM` lacks for mails to arrive. Source: docs/operations.md#mail-dns. */
export async function mailDomainGaps(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  dns: MailDns = nodeMailDns(),
  waitMs: Milliseconds = longestWaitMs,
): Promise<readonly MailDomainGap[]> {
  const sending = sendingOf(config);
  if (!sending) return [];
  const silent: MailDomainProblem = { kind: 'no_dns', name: sending.domain, isCertain: false };
  const late = wait(waitMs, [silent], { ref: false });
  return (await Promise.race([lookUpDomain(dns, sending), late])).map(toGap);
}

/** The same in lines below a test mail, with what only the mail that arrives can say. */
export async function mailDomainLines(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  dns?: MailDns,
): Promise<readonly string[]> {
  const sending = sendingOf(config);
  if (!sending) return [];
  const gaps = await mailDomainGaps(config, dns);
  return [
    ...gaps.map(({ where, what }) => `${where}: ${what}`),
    `DKIM: the mail server signs, the site does not. In the source of the mail that arrives, Authentication-Results should say dkim=pass with header.d=${sending.domain}, spf=pass and dmarc=pass.`,
  ];
}
