import { isBankAccount, isClaimFresh, isEnterpriseNumber } from '@coachsite/core/company';
import type { EpochMs } from '@coachsite/core/kernel';
import type { Config } from './config.ts';

/** Something that keeps the site from going live: what is missing, and where to set it. */
export interface LaunchGap {
  readonly where: string;
  readonly what: string;
}

/** The part of the preflight that is not configuration: data and texts. */
export interface LaunchStatus {
  readonly now: EpochMs;
  /** Unfinished texts, as `language/file: key`. */
  readonly unfinishedTexts: readonly string[];
  readonly hasAdmin: boolean;
  /** The name of the active e-book, if there is one. */
  readonly ebook: string | undefined;
  readonly sampleEbook: string;
}

const file = 'ui/content/site.json';

/** An e-mail address or host in a domain that is reserved for examples. Source: RFC 2606. */
const isExample = (address: string) =>
  /[@.](?:example|test|invalid)(?:\.(?:com|net|org))?>?$/i.test(address);

/**
 * Placeholders in the site configuration. A scheduling page may also come from the environment. Source: docs/law-and-search.md#A1.
 */
function placeholders({ site, bookingUrl }: Config): readonly LaunchGap[] {
  return site.placeholders
    .filter((key) => key !== 'bookingUrl' || bookingUrl === site.bookingUrl)
    .map((key) => ({
      where: `${file} ${key}`,
      what: `your own, in place of the sample; then take "${key}" out of "placeholders"`,
    }));
}

/** The identity of the business. Source: docs/law-and-search.md#A1, docs/law-and-search.md#B1. */
function identity({ site }: Config): readonly LaunchGap[] {
  const { coach, company } = site;
  const asked: readonly (readonly [string, boolean, string])[] = [
    ['coach.name', coach.name !== '', 'the name of the coach'],
    ['company.legalName', company.legalName !== '', 'the person or company that runs the site'],
    ['company.street', company.street !== '', 'the street and number of the business'],
    ['company.postalCode', /^\d{4}$/.test(company.postalCode), 'the postal code, four digits'],
    ['company.city', company.city !== '', 'the town of the business'],
    [
      'company.enterpriseNumber',
      isEnterpriseNumber(company.enterpriseNumber),
      'the enterprise number, such as BE 0123.456.749',
    ],
    [
      'company.vatNumber',
      company.vatExempt || isEnterpriseNumber(company.vatNumber),
      'the VAT number, or "vatExempt": true for the exemption of small enterprises',
    ],
    [
      'company.bankAccount',
      isBankAccount(company.bankAccount),
      'the bank account (IBAN), which the terms show as they speak of agreements',
    ],
    ['email', !isExample(site.email), 'an e-mail address that exists'],
  ];
  return asked
    .filter(([, isGiven]) => !isGiven)
    .map(([key, , what]) => ({ where: `${file} ${key}`, what }));
}

/** The processors of personal data. Source: docs/law-and-search.md#D52. */
function processors({ site, smsUrl }: Config): readonly LaunchGap[] {
  return Object.entries(site.processors)
    .filter(([kind, name]) => name === '' && (kind !== 'sms' || smsUrl !== undefined))
    .map(([name]) => ({
      where: `${file} processors.${name}`,
      what: `who does the ${name}, for the privacy policy`,
    }));
}

/** Every number needs a recent basis. Source: docs/law-and-search.md#A2, docs/law-and-search.md#C4. */
function claims({ site }: Config, now: EpochMs): readonly LaunchGap[] {
  return site.claims.flatMap(({ id, value, basis, asOf }) => {
    const where = `${file} claims "${id}"`;
    if (basis.trim() === '') return [{ where, what: `the basis of "${value}"` }];
    if (isClaimFresh(Date.parse(asOf), now)) return [];
    return [{ where, what: `check that "${value}" still holds: it was last checked on ${asOf}` }];
  });
}

/** Real testimonials, a picture, and finished texts. Source: docs/law-and-search.md#A3, docs/law-and-search.md#C1. */
function words({ site }: Config, { unfinishedTexts }: LaunchStatus): readonly LaunchGap[] {
  return [
    ...site.testimonials
      .filter(({ sample }) => sample)
      .map(({ id }) => ({
        where: `${file} testimonials "${id}"`,
        what: 'a sample, not the words of a client',
      })),
    ...(site.coach.portrait.file === ''
      ? [{ where: `${file} coach.portrait.file`, what: 'a picture of the coach' }]
      : []),
    ...unfinishedTexts.map((text) => ({ where: 'ui/content', what: `${text} is unfinished` })),
  ];
}

/** The settings of the server. Source: docs/contract.md#2, docs/security.md#fixed-numbers. */
function environment(config: Config): readonly LaunchGap[] {
  const { auth } = config;
  const outside = [
    ...auth.oauthProviders.map(({ name }) => name),
    ...auth.ssoProviders.map(({ domain }) => domain),
  ];
  const asked: readonly (readonly [string, boolean, string])[] = [
    ['PUBLIC_URL', config.isHttps, 'the https address of the site'],
    ['TRUST_PROXY', config.trustProxy.length > 0, 'the addresses of the proxy that speaks https'],
    ['SMTP_URL', config.smtpUrl !== undefined, 'a mail server; without one mails stay in a folder'],
    ['MAIL_FROM', !isExample(config.mailFrom), 'a sender address that exists'],
    ['CONTACT_TO', !isExample(config.contactTo), 'an address that receives contact messages'],
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
 * Everything that still keeps the site from going live; empty when it may. Sign-in by outside providers together with
 * automatic confirmation is never right. Source: docs/contract.md#1, docs/law-and-search.md#A1,
 * docs/law-and-search.md#A2, docs/law-and-search.md#A3, docs/law-and-search.md#D52.
 */
export function launchGaps(config: Config, status: LaunchStatus): readonly LaunchGap[] {
  return [
    ...identity(config),
    ...placeholders(config),
    ...processors(config),
    ...claims(config, status.now),
    ...words(config, status),
    ...environment(config),
    ...missingSetup(status),
  ];
}
