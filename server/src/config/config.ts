import { resolve } from 'node:path';
import { claimNumber, SiteConfig } from '@coachsite/adapters/contract';
import { hourMs } from '@coachsite/core/kernel';
import site from '@coachsite/ui/content/site.json' with { type: 'json' };
import { err, ok, type Result } from 'neverthrow';
import type { Environment } from './environment.ts';
import { liveFactsOf } from './live-facts.ts';
import { readEnvironment } from './read-environment.ts';

function toConfig(env: Environment, siteConfig: SiteConfig) {
  const liveFacts = liveFactsOf(siteConfig);
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
    /** Connections of one process to PostgreSQL at most. */
    databasePoolSize: env.DATABASE_POOL_SIZE,
    sqlitePath: resolve(dataDirectory, 'coachsite.sqlite'),
    ebookDirectory: resolve(dataDirectory, 'ebook'),
    outboxDirectory: resolve(dataDirectory, 'outbox'),
    keysDirectory: resolve(dataDirectory, 'keys'),
    setupTokenPath: resolve(dataDirectory, 'setup-token'),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? siteConfig.mailFrom,
    smsUrl: env.SMS_URL,
    publishableKey: env.PUBLISHABLE_KEY,
    auth: {
      autoconfirm: env.AUTH_AUTOCONFIRM ?? env.SMTP_URL === undefined,
      anonymous: env.AUTH_ANONYMOUS,
      signUp: env.AUTH_SIGNUP,
      email: env.AUTH_EMAIL,
      phone: env.AUTH_PHONE,
      linking: env.AUTH_LINKING,
      /** Second factors that may be enrolled; existing ones keep working. */
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
      mailsPerDay: env.REQUESTED_MAILS_PER_DAY,
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
    contactTo: env.CONTACT_TO ?? siteConfig.contactTo,
    /** The scheduling page that the environment sets; without it, the one of the facts. */
    fixedBookingUrl: env.BOOKING_URL,
    get bookingUrl() {
      return env.BOOKING_URL ?? liveFacts.site.bookingUrl;
    },
    analyticsId: env.ANALYTICS_ID ?? (siteConfig.analyticsId || undefined),
    heartbeatUrl: env.HEARTBEAT_URL,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    isProduction: env.NODE_ENV === 'production',
    /** The reply time that the pages promise is also the one the inbox uses. Source: docs/law-and-search.md#C7. */
    get replyPromiseMs() {
      return claimNumber(liveFacts.site, 'reply-within') * hourMs;
    },
    /** The site configuration as it is now: brand, facts of the coach, claims. Keep no copy of what is in it. */
    site: liveFacts.site,
    liveFacts,
  };
}

/** The configuration of the server. Units are part of the names. */
export type Config = ReturnType<typeof toConfig>;

/**
 * Reads the environment. Errors: a line for each wrong variable, which begins with its name.
 * Source: docs/contract.md#2.
 */
export function readConfig(source: Record<string, string | undefined>): Result<Config, string> {
  const environment = readEnvironment(source);
  if (environment.isErr()) return err(environment.error);
  const siteConfig = SiteConfig.safeParse(site);
  if (!siteConfig.success) {
    const [issue] = siteConfig.error.issues;
    return err(`ui/content/site.json: ${issue?.path.join('.')}: ${issue?.message ?? 'invalid'}`);
  }
  const config = toConfig(environment.value, siteConfig.data);
  if (config.isHttps && config.trustProxy.length === 0) {
    return err(
      'TRUST_PROXY: an https PUBLIC_URL needs the IPs of the proxy in front of this server',
    );
  }
  return ok(config);
}
