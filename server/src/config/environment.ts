import { isIP } from 'node:net';
import { isAllowedRedirect, isLoopbackHost } from '@coachsite/core/url';
import { z } from 'zod';
import { isCutInPassword } from './cut-in-password.ts';
import { databaseUrl } from './database-url.ts';

/** The message for a variable that is not JSON. */
export const notJson = 'is not JSON';

/** Text that must be JSON of the given shape. */
const json = <T extends z.ZodType>(shape: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: notJson });
        return z.NEVER;
      }
    })
    .pipe(shape);

/** A mask of IPv4: ones, then zeros. */
function isMask(text: string): boolean {
  const bits = text.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'));
  return isIP(text) === 4 && /^1+0*$/.test(bits.join(''));
}

/** A proxy: an IP, a range with a prefix length or mask, or one of the names that Fastify knows. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [ip = '', range, ...rest] = text.split('/');
  const version = isIP(ip);
  if (version === 0 || rest.length > 0) return false;
  if (range === undefined) return true;
  if (/^\d{1,3}$/.test(range))
    return Number(range) >= 1 && Number(range) <= (version === 4 ? 32 : 128);
  return version === 4 && isMask(range);
}

/** `coach@example.com` or `Coach <coach@example.com>`, on one line. */
const sender = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** An https URL, or a plain http URL on this machine. */
const secureUrl = z.url({ protocol: /^https?$/, abort: true }).refine(
  (value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || isLoopbackHost(hostname);
  },
  { message: 'must be https (plain http for loopback hosts only)', abort: true },
);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

/** Decimal digits only: as a number, `0x10` and `1e3` would be values too. */
const wholeNumber = (least: number, most?: number) => {
  const within = z.int().min(least);
  const digits = z.string().trim().regex(/^\d+$/).transform(Number);
  return digits.pipe(most === undefined ? within : within.max(most));
};

/** A hundred years: what ends later has no date that every database and client can write. */
const longest = 100 * 366 * 86_400;

const seconds = (fallback: number, least = 1, most = longest) =>
  wholeNumber(least, most).default(fallback);

const optionalSeconds = (least: number) => wholeNumber(least, longest).optional();

const OAuthProvider = z.object({
  // The names of our own identities. Source: docs/security.md#FD-3.
  name: z
    .string()
    .regex(/^[a-z0-9_-]+$/)
    .refine((name) => name !== 'email' && name !== 'phone'),
  issuer: secureUrl,
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  scopes: z.string().optional(),
});

const haveNamesOfTheirOwn = (providers: readonly { readonly name: string }[]) =>
  new Set(providers.map(({ name }) => name)).size === providers.length;

const SsoProvider = z
  .object({
    domain: z.string().min(1).toLowerCase(),
    metadataXml: z.string().optional(),
    metadataUrl: secureUrl.optional(),
  })
  .refine(({ metadataXml, metadataUrl }) => Boolean(metadataXml) !== Boolean(metadataUrl), {
    message: 'needs metadataXml or metadataUrl',
  });

const Captcha = z.object({
  provider: z.enum(['turnstile', 'hcaptcha']),
  secret: z.string().min(1),
  siteKey: z.string().min(1),
  verifyUrl: secureUrl.optional(),
});

/** The environment variables. Source: docs/contract.md#2. */
export const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: secureUrl
    .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
      message: 'must be an origin: no user, no path, nothing behind it',
    })
    .optional(),
  TRUST_PROXY: list
    .pipe(z.array(z.string().refine(isProxy, 'must be an IP or a CIDR range')))
    .default([]),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(11),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, abort: true })
    .refine((value) => !isCutInPassword(value))
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must look like name@example.com or Name <name@example.com>')
    .optional(),
  // A request takes no user from its URL.
  SMS_URL: secureUrl
    .refine((value) => !isCutInPassword(value) && new URL(value).username === '')
    .optional(),
  PUBLISHABLE_KEY: z.string().min(1).default('coachsite-public'),
  AUTH_AUTOCONFIRM: z.stringbool().optional(),
  AUTH_ANONYMOUS: z.stringbool().default(false),
  AUTH_SIGNUP: z.stringbool().default(true),
  AUTH_EMAIL: z.stringbool().default(true),
  AUTH_PHONE: z.stringbool().default(true),
  AUTH_LINKING: z.stringbool().default(true),
  AUTH_MFA_TOTP: z.stringbool().default(true),
  AUTH_MFA_PHONE: z.stringbool().default(true),
  AUTH_REDIRECT_ALLOW_LIST: list
    .pipe(
      z.array(
        // An entry that does not even allow itself, such as a script, would never be redirected to.
        z.url({ protocol: /^[a-z][a-z0-9+.-]*$/ }).refine((url) => isAllowedRedirect(url, url)),
      ),
    )
    .default([]),
  // No token lives longer than an hour. Source: docs/security.md#fixed-numbers.
  AUTH_ACCESS_TOKEN_TTL: seconds(3600, 1, 3600),
  AUTH_REFRESH_REUSE_INTERVAL: seconds(10, 0),
  AUTH_LOCKOUT_SECONDS: seconds(900),
  AUTH_MFA_CHALLENGE_TTL_SECONDS: seconds(300),
  AUTH_FLOW_STATE_TTL_SECONDS: seconds(300),
  AUTH_OTP_TTL_SECONDS: optionalSeconds(1),
  AUTH_EMAIL_MIN_INTERVAL_SECONDS: seconds(60, 0),
  REQUESTED_MAILS_PER_DAY: wholeNumber(1, 100_000).default(1000),
  AUTH_SMS_MIN_INTERVAL_SECONDS: seconds(60, 0),
  AUTH_REAUTH_AFTER_SECONDS: seconds(600, 0),
  AUTH_SESSION_INACTIVITY_SECONDS: optionalSeconds(1),
  AUTH_SESSION_LIFETIME_SECONDS: optionalSeconds(1),
  AUTH_IP_RATE_LIMITS: z.stringbool().default(true),
  OAUTH_PROVIDERS: json(
    z.array(OAuthProvider).refine(haveNamesOfTheirOwn, { message: 'two providers have one name' }),
  ).default([]),
  SSO_PROVIDERS: json(z.array(SsoProvider)).default([]),
  CAPTCHA: json(Captcha).optional(),
  EBOOK_MAX_BYTES: wholeNumber(1).default(26_214_400),
  CONTACT_TO: z.email().optional(),
  BOOKING_URL: secureUrl.optional(),
  ANALYTICS_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'must look like G-XXXXXXX')
    .optional(),
  // A request takes no user from its URL.
  HEARTBEAT_URL: secureUrl.refine((value) => new URL(value).username === '').optional(),
  METRICS_TOKEN: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
});

/** The validated environment. */
export type Environment = z.infer<typeof Environment>;
