import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { SiteConfig } from '@coachsite/adapters/wire';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import site from '../../ui/content/site.json' with { type: 'json' };

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** Text that must be JSON of the given shape. */
const json = <T extends z.ZodType>(shape: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(shape);

/** A proxy: an address, a range of them with its prefix length or mask, or one of the names Fastify knows. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', range, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (range === undefined) return true;
  if (/^\d{1,3}$/.test(range))
    return Number(range) >= 1 && Number(range) <= (version === 4 ? 32 : 128);
  return version === 4 && isIP(range) === 4;
}

/** `coach@example.com` or `Coach <coach@example.com>`, on one line. */
const sender = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** An address reached over https, or over plain http on this machine only. */
const secureUrl = z.url({ protocol: /^https?$/, abort: true }).refine(
  (value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || isLoopback(hostname);
  },
  { message: 'must be https (plain http for loopback hosts only)' },
);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const seconds = (fallback: number, least = 1, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

const optionalSeconds = (least: number) => z.coerce.number().int().min(least).optional();

const OAuthProvider = z.object({
  name: z.string().regex(/^[a-z0-9_-]+$/),
  issuer: secureUrl,
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  scopes: z.string().optional(),
});

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

/** The environment as the operating contract §2 names it. Unknown variables are ignored, empty ones count as unset. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: secureUrl
    .refine((value) => new URL(value).pathname === '/' && !new URL(value).search, {
      message: 'must be an origin without a path',
    })
    .optional(),
  TRUST_PROXY: list
    .pipe(z.array(z.string().refine(isProxy, 'must be an address or a CIDR range')))
    .default([]),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().regex(sender, 'must look like Name <name@example.com>').optional(),
  SMS_URL: secureUrl.optional(),
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
    .pipe(z.array(z.url({ protocol: /^[a-z][a-z0-9+.-]*$/ })))
    .default([]),
  // No token lives longer than an hour. Source: security requirements, constants.
  AUTH_ACCESS_TOKEN_TTL: seconds(3600, 1, 3600),
  AUTH_REFRESH_REUSE_INTERVAL: seconds(10, 0),
  AUTH_LOCKOUT_SECONDS: seconds(900),
  AUTH_MFA_CHALLENGE_TTL_SECONDS: seconds(300),
  AUTH_FLOW_STATE_TTL_SECONDS: seconds(300),
  AUTH_OTP_TTL_SECONDS: optionalSeconds(1),
  AUTH_EMAIL_MIN_INTERVAL_SECONDS: seconds(60, 0),
  AUTH_SMS_MIN_INTERVAL_SECONDS: seconds(60, 0),
  AUTH_REAUTH_AFTER_SECONDS: optionalSeconds(0),
  AUTH_SESSION_INACTIVITY_SECONDS: optionalSeconds(1),
  AUTH_SESSION_LIFETIME_SECONDS: optionalSeconds(1),
  AUTH_IP_RATE_LIMITS: z.stringbool().default(true),
  OAUTH_PROVIDERS: json(z.array(OAuthProvider)).default([]),
  SSO_PROVIDERS: json(z.array(SsoProvider)).default([]),
  CAPTCHA: json(Captcha).optional(),
  EBOOK_MAX_BYTES: z.coerce.number().int().min(1024).default(26_214_400),
  CONTACT_TO: z.email().optional(),
  BOOKING_URL: secureUrl.optional(),
  ANALYTICS_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'must look like G-XXXXXXX')
    .optional(),
  METRICS_TOKEN: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
});

type Environment = z.infer<typeof Environment>;

function toConfig(env: Environment, facts: SiteConfig) {
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  const dataDirectory = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    /** Origin of the site, without a trailing slash. With PORT=0 it is only known after listening. */
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    trustProxy: env.TRUST_PROXY,
    dataDirectory,
    databaseUrl: env.DATABASE_URL,
    sqlitePath: resolve(dataDirectory, 'coachsite.sqlite'),
    ebookDirectory: resolve(dataDirectory, 'ebook'),
    outboxDirectory: resolve(dataDirectory, 'outbox'),
    keysDirectory: resolve(dataDirectory, 'keys'),
    setupTokenPath: resolve(dataDirectory, 'setup-token'),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `${facts.name} <${facts.mailFrom}>`,
    smsUrl: env.SMS_URL,
    publishableKey: env.PUBLISHABLE_KEY,
    auth: {
      autoconfirm: env.AUTH_AUTOCONFIRM ?? env.SMTP_URL === undefined,
      anonymous: env.AUTH_ANONYMOUS,
      signUp: env.AUTH_SIGNUP,
      email: env.AUTH_EMAIL,
      phone: env.AUTH_PHONE,
      linking: env.AUTH_LINKING,
      /** Second factors that may be added; one that is there already keeps working. */
      mfa: { totp: env.AUTH_MFA_TOTP, phone: env.AUTH_MFA_PHONE },
      redirectAllowList: env.AUTH_REDIRECT_ALLOW_LIST,
      accessTokenTtlSeconds: env.AUTH_ACCESS_TOKEN_TTL,
      refreshReuseIntervalSeconds: env.AUTH_REFRESH_REUSE_INTERVAL,
      lockoutSeconds: env.AUTH_LOCKOUT_SECONDS,
      mfaChallengeTtlSeconds: env.AUTH_MFA_CHALLENGE_TTL_SECONDS,
      flowStateTtlSeconds: env.AUTH_FLOW_STATE_TTL_SECONDS,
      linkTtlSeconds: env.AUTH_OTP_TTL_SECONDS ?? 3600,
      codeTtlSeconds: env.AUTH_OTP_TTL_SECONDS ?? 600,
      emailMinIntervalSeconds: env.AUTH_EMAIL_MIN_INTERVAL_SECONDS,
      smsMinIntervalSeconds: env.AUTH_SMS_MIN_INTERVAL_SECONDS,
      sessionInactivitySeconds: env.AUTH_SESSION_INACTIVITY_SECONDS,
      sessionLifetimeSeconds: env.AUTH_SESSION_LIFETIME_SECONDS,
      reauthAfterSeconds: env.AUTH_REAUTH_AFTER_SECONDS,
      ipRateLimits: env.AUTH_IP_RATE_LIMITS,
      oauthProviders: env.OAUTH_PROVIDERS,
      ssoProviders: env.SSO_PROVIDERS,
      captcha: env.CAPTCHA,
    },
    ebookMaxBytes: env.EBOOK_MAX_BYTES,
    contactTo: env.CONTACT_TO ?? facts.contactTo,
    bookingUrl: env.BOOKING_URL ?? facts.bookingUrl,
    analyticsId: env.ANALYTICS_ID ?? (facts.analyticsId || undefined),
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    isProduction: env.NODE_ENV === 'production',
    /** The facts of the coach: brand, addresses, claims. */
    site: facts,
  };
}

/** Everything the server may be told from outside. Seconds where the name says so, bytes likewise. */
export type Config = ReturnType<typeof toConfig>;

/**
 * Reads the environment. Errors: one line that names the first wrong variable. Source: operating contract §2.
 */
export function readConfig(source: Record<string, string | undefined>): Result<Config, string> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return err(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'invalid'}`);
  }
  const facts = SiteConfig.safeParse(site);
  if (!facts.success) {
    const [issue] = facts.error.issues;
    return err(`ui/content/site.json: ${issue?.path.join('.')}: ${issue?.message ?? 'invalid'}`);
  }
  const config = toConfig(parsed.data, facts.data);
  if (config.isHttps && config.trustProxy.length === 0) {
    return err(
      'TRUST_PROXY: an https PUBLIC_URL needs the addresses of the proxy in front of this server',
    );
  }
  return ok(config);
}
