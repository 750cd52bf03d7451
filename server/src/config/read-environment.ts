import { err, ok, type Result } from 'neverthrow';
import type { z } from 'zod';
import { ignoredParameter } from './database-url.ts';
import { Environment, notJson } from './environment.ts';

type Name = keyof Environment;

const onOrOff = 'on or off';
const wholeSeconds = 'a whole number of seconds, 1 or more';
const secondsOrNone = 'a whole number of seconds, 0 or more';
const encoded = 'in the password @ # / ? written as %40 %23 %2F %3F';
const origin = 'https://…, or plain http:// on this machine only';

/** What a variable expects where its value may hold a password or a key: messages never show it. */
interface Secret {
  readonly secret: string;
}
const secret = (text: string): Secret => ({ secret: text });

/** What each variable expects, for the operator. */
const expected: Readonly<Record<Name, string | Secret>> = {
  PORT: 'a whole number from 0 to 65535 (0 takes a free port)',
  HOST: 'an IP or name of this machine',
  PUBLIC_URL: `the origin of the site, without a path: ${origin}`,
  TRUST_PROXY: 'IPs or CIDR ranges, separated by commas',
  DATA_DIR: 'a folder that can be made and written to',
  DATABASE_URL: secret(
    `postgres://user:password@host/database, or postgres://user:password@/database?host=/run/postgresql, ${encoded}`,
  ),
  DATABASE_POOL_SIZE: 'a whole number of connections from 2 to 1000',
  SMTP_URL: secret(`smtp://… or smtps://…, such as smtp://user:password@host:587, ${encoded}`),
  MAIL_FROM: 'a sender such as coach@example.com or Coach <coach@example.com>',
  SMS_URL: secret(`${origin}, without a user; # and @ in it written as %23 and %40`),
  PUBLISHABLE_KEY: 'a text',
  AUTH_AUTOCONFIRM: onOrOff,
  AUTH_ANONYMOUS: onOrOff,
  AUTH_SIGNUP: onOrOff,
  AUTH_EMAIL: onOrOff,
  AUTH_PHONE: onOrOff,
  AUTH_LINKING: onOrOff,
  AUTH_MFA_TOTP: onOrOff,
  AUTH_MFA_PHONE: onOrOff,
  AUTH_REDIRECT_ALLOW_LIST: 'URLs such as https://app.example/after, separated by commas',
  AUTH_ACCESS_TOKEN_TTL: 'a whole number of seconds from 1 to 3600',
  AUTH_REFRESH_REUSE_INTERVAL: secondsOrNone,
  AUTH_LOCKOUT_SECONDS: wholeSeconds,
  AUTH_MFA_CHALLENGE_TTL_SECONDS: wholeSeconds,
  AUTH_FLOW_STATE_TTL_SECONDS: wholeSeconds,
  AUTH_OTP_TTL_SECONDS: wholeSeconds,
  AUTH_EMAIL_MIN_INTERVAL_SECONDS: secondsOrNone,
  REQUESTED_MAILS_PER_DAY: 'a whole number from 1 to 100000',
  AUTH_SMS_MIN_INTERVAL_SECONDS: secondsOrNone,
  AUTH_REAUTH_AFTER_SECONDS: secondsOrNone,
  AUTH_SESSION_INACTIVITY_SECONDS: wholeSeconds,
  AUTH_SESSION_LIFETIME_SECONDS: wholeSeconds,
  AUTH_IP_RATE_LIMITS: onOrOff,
  OAUTH_PROVIDERS: secret(
    'JSON such as [{"name","issuer","clientId","clientSecret"}], the issuer over https, each name once and not email or phone',
  ),
  SSO_PROVIDERS: secret('JSON such as [{"domain","metadataUrl"}] or [{"domain","metadataXml"}]'),
  CAPTCHA: secret('JSON such as {"provider":"turnstile" or "hcaptcha","secret","siteKey"}'),
  EBOOK_MAX_BYTES: 'a whole number of bytes, 1 or more',
  CONTACT_TO: 'an e-mail address',
  BOOKING_URL: origin,
  ANALYTICS_ID: 'a Google Analytics 4 id such as G-ABC123',
  HEARTBEAT_URL: secret(`${origin}, without a user`),
  METRICS_TOKEN: secret('a text'),
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  NODE_ENV: 'a text',
};

/** Longest value that a message repeats, in characters. */
const shownLength = 80;

/** The value as a message may show it: on one line, truncated, without a password in a URL. */
function shown(value: string): string {
  const harmless = value.replace(/\/\/[^/]*@/g, '//…@');
  const cut = harmless.length > shownLength ? `${harmless.slice(0, shownLength)}…` : harmless;
  return JSON.stringify(cut);
}

/** Where in a list or in JSON the error is, such as `item 2, "issuer"`. */
const placeIn = (path: readonly PropertyKey[]): string =>
  path.map((key) => (typeof key === 'number' ? `item ${key + 1}` : `"${String(key)}"`)).join(', ');

/** One line about one variable: its name, what is wrong, what is expected. */
function complaint(name: Name, issue: z.core.$ZodIssue, value: string): string {
  const place = placeIn(issue.path.slice(1));
  if (issue.message === ignoredParameter) {
    const parameter = place
      ? `the parameter ${place}`
      : 'a parameter (not shown, it may be a secret)';
    return `${name}: ${parameter} would be ignored: leave it out, or correct its name. Expected: names that the driver pg knows, each with a value, such as ?sslmode=verify-full`;
  }
  const expects = expected[name];
  const isShown = typeof expects === 'string';
  const what = isShown ? shown(value) : 'the value (not shown, it may hold a secret)';
  const wrong =
    issue.message === notJson
      ? `${what} is not JSON`
      : `${what} is not accepted${place ? `: ${place} is missing or wrong` : ''}`;
  return `${name}: ${wrong}. Expected: ${isShown ? expects : expects.secret}`;
}

/** A value whose quotes were meant for a shell: a container engine passes them on, and a folder or a key would have them. */
const isQuoted = (value: string): boolean => /^(["']).*\1$/s.test(value);

/**
 * Checks the environment. Unknown variables are ignored, and empty ones count as unset. A carriage return at the end of a
 * value, from a file written on Windows, is dropped. Errors: a line in English for each wrong variable; none shows a
 * secret. Source: docs/contract.md#2.
 */
export function readEnvironment(
  source: Readonly<Record<string, string | undefined>>,
): Result<Environment, string> {
  const given = Object.fromEntries(
    Object.entries(source)
      .filter(([, value]) => value?.trim())
      .map(([name, value]) => [name, value?.replace(/\r+$/, '')]),
  );
  const quoted = Object.keys(expected).filter((name) => isQuoted(given[name] ?? ''));
  if (quoted.length > 0) {
    const why = 'the value is in quotes, which are part of it here: leave them out';
    return err(quoted.map((name) => `${name}: ${why}`).join('\n'));
  }
  const parsed = Environment.safeParse(given);
  if (parsed.success) return ok(parsed.data);
  const first = new Map<Name, z.core.$ZodIssue>();
  for (const issue of parsed.error.issues) {
    const name = issue.path[0] as Name;
    if (!first.has(name)) first.set(name, issue);
  }
  const lines = [...first].map(([name, issue]) => complaint(name, issue, given[name] ?? ''));
  return err(lines.join('\n'));
}
