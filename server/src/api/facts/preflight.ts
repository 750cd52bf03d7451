import { statSync } from 'node:fs';
import { isExampleAddress, type MissingFact, missingFacts } from '@coachsite/core/facts';
import type { EpochMs } from '@coachsite/core/kernel';
import type { PartedAccount } from '../../compose/parted-accounts.ts';
import type { Config } from '../../config/config.ts';
import { missingText } from './facts-texts.ts';

/** Something that keeps the site from going live: what is missing, and where to set it. */
export interface LaunchGap {
  readonly where: string;
  readonly what: string;
  /** Who asks for it; the operator by default. */
  readonly asks?: MissingFact['asks'];
  /** False: it would help, and does not keep the site from going live. */
  readonly isNeeded?: boolean;
}

/** What the stores and the running site say. */
export interface StoredStatus {
  readonly hasAdmin: boolean;
  /** The name of the active e-book, if there is one. */
  readonly ebook: string | undefined;
  /** Accounts whose address another account of the same mailbox has. */
  readonly parted: readonly PartedAccount[];
  /** What the proxy before the site does wrong. */
  readonly ofProxy: readonly LaunchGap[];
}

/** The part of the preflight that is not configuration: data and texts. */
export interface LaunchStatus extends StoredStatus {
  readonly now: EpochMs;
  /** Unfinished texts, as `language/file: key`. */
  readonly unfinishedTexts: readonly string[];
  readonly sampleEbook: string;
  /** What the DNS of the sender of mails lacks. */
  readonly ofMail: readonly LaunchGap[];
}

const file = 'ui/content/site.json';

/** The place of a fact in the file; items of a list are named by their id. */
const placeOf = (field: string) =>
  `${file} ${field.replace(/^(claims|testimonials)\.(.+)$/, '$1 "$2"')}`;

/**
 * The facts of the owner that are missing. A scheduling page may also come from the environment. Source: docs/law-and-search.md#A1.
 */
export function missingOf(
  { site, fixedBookingUrl }: Pick<Config, 'site' | 'fixedBookingUrl'>,
  now: EpochMs,
): readonly MissingFact[] {
  const placeholders = site.placeholders.filter(
    (name) => name !== 'bookingUrl' || fixedBookingUrl === undefined,
  );
  return missingFacts({ ...site, placeholders }, now);
}

function facts(config: Config, now: EpochMs): readonly LaunchGap[] {
  return missingOf(config, now).map((missing) => ({
    where: placeOf(missing.field),
    what: missingText('en', missing),
    asks: missing.asks,
    isNeeded: missing.isNeeded,
  }));
}

/** The processors of personal data. Source: docs/law-and-search.md#D52. */
function processors({ site, smsUrl }: Config): readonly LaunchGap[] {
  return Object.entries(site.processors)
    .filter(([kind, name]) => name === '' && (kind !== 'sms' || smsUrl !== undefined))
    .map(([name]) => ({
      where: `${file} processors.${name}`,
      what: `who does the ${name}, for the privacy policy`,
      asks: 'law',
    }));
}

/** Finished texts. Source: docs/law-and-search.md#A1. */
function words({ unfinishedTexts }: LaunchStatus): readonly LaunchGap[] {
  return unfinishedTexts.map((text) => ({ where: 'ui/content', what: `${text} is unfinished` }));
}

/** Whether somebody who is neither the owner of a folder nor of its group may enter it or see what is in it. */
function mayOthersEnter(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o007) !== 0;
}

/** The settings of the server. Source: docs/contract.md#2, docs/security.md#fixed-numbers. */
function environment(config: Config): readonly LaunchGap[] {
  const { auth } = config;
  const outside = [
    ...auth.oauthProviders.map(({ name }) => name),
    ...auth.ssoProviders.map(({ domain }) => domain),
  ];
  const asked: readonly (readonly [string, boolean, string])[] = [
    ['PUBLIC_URL', config.isHttps, 'the https URL of the site'],
    ['TRUST_PROXY', config.trustProxy.length > 0, 'the IPs of the proxy that speaks https'],
    [
      'DATA_DIR',
      !mayOthersEnter(config.dataDirectory),
      'others on this machine may enter the folder: take that from them with chmod 700',
    ],
    ['SMTP_URL', config.smtpUrl !== undefined, 'a mail server; without one mails stay in a folder'],
    ['MAIL_FROM', !isExampleAddress(config.mailFrom), 'a sender address that exists'],
    [
      'CONTACT_TO',
      !isExampleAddress(config.contactTo),
      'an address that receives contact messages',
    ],
    ['BOOKING_URL', new URL(config.bookingUrl).protocol === 'https:', 'an https scheduling page'],
    [
      'AUTH_IP_RATE_LIMITS',
      auth.ipRateLimits,
      'must not be off: nothing would hold back who tries out passwords',
    ],
    [
      'AUTH_AUTOCONFIRM',
      !(auth.autoconfirm && outside.length > 0),
      `must be false with sign-in by ${outside.join(', ')}: an address nobody proved could take over an account`,
    ],
    [
      'AUTH_AUTOCONFIRM',
      !auth.autoconfirm || outside.length > 0,
      'must be false: accounts would be made under addresses nobody proved',
    ],
  ];
  return asked.filter(([, isGiven]) => !isGiven).map(([where, , what]) => ({ where, what }));
}

/** Missing admin and e-book. */
function missingSetup({ hasAdmin, ebook, sampleEbook }: LaunchStatus): readonly LaunchGap[] {
  return [
    ...(hasAdmin ? [] : [{ where: 'npm run admin', what: 'nobody can manage the site yet' }]),
    ...(ebook === undefined
      ? [{ where: 'npm run ebook', what: 'the guide has no file yet' }]
      : ebook === sampleEbook
        ? [{ where: 'npm run ebook', what: 'the guide is still the sample' }]
        : []),
  ];
}

/**
 * Everything that still keeps the site from going live, facts that would help it, accounts without their address, and
 * mistakes of the proxy and of the DNS. Sign-in by outside providers together with
 * automatic confirmation is never right. Source: docs/contract.md#1, docs/law-and-search.md#A1,
 * docs/law-and-search.md#A2, docs/law-and-search.md#A3, docs/law-and-search.md#D52.
 */
export function launchGaps(config: Config, status: LaunchStatus): readonly LaunchGap[] {
  return [
    ...facts(config, status.now),
    ...processors(config),
    ...words(status),
    ...environment(config),
    ...missingSetup(status),
    ...status.ofProxy,
    ...status.ofMail,
    ...status.parted.map(({ id, formerEmail }) => ({
      where: `account ${id}`,
      what: `another account has its address, ${formerEmail}`,
      isNeeded: false,
    })),
  ];
}
